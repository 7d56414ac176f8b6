; The Windows installer, for one user, without administrator's rights. Made by `python packaging/build.py exe`:
;   makensis -DVERSION=V -DSOURCE=FOLDER -DICONS=FOLDER -DTARGET=FILE playground.nsi
; Silent: /S; another folder: /D=C:\folder (last). The uninstaller takes /S too, and leaves settings and the user's files.

Unicode true
!ifdef TARGET_CPU
Target ${TARGET_CPU}
!endif
!include "MUI2.nsh"
!include "FileFunc.nsh"

!define NAME "ML Playground"
!define ID "ml-playground"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${ID}"
!define CLASSES "Software\Classes"

Name "${NAME}"
OutFile "${TARGET}"
InstallDir "$LOCALAPPDATA\Programs\${ID}"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
RequestExecutionLevel user
SetCompressor /SOLID lzma
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${NAME} installer"
VIAddVersionKey "LegalCopyright" "GPL 3 as a whole; see licences\LIST.txt"

!define MUI_ICON "${ICONS}/ml-playground.ico"
!define MUI_UNICON "${ICONS}/ml-playground.ico"
!insertmacro MUI_PAGE_LICENSE "${SOURCE}/licences/LIST.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\playground.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

; Explorer learns of new or removed associations.
!macro refresh
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

; Windows has no endings with two dots: .scene.json and .lesson.toml are opened from within the program.
!macro associate ENDING CLASS WORDS
  WriteRegStr HKCU "${CLASSES}\${ENDING}" "" "${CLASS}"
  WriteRegStr HKCU "${CLASSES}\${ENDING}\OpenWithProgids" "${CLASS}" ""
  WriteRegStr HKCU "${CLASSES}\${CLASS}" "" "${WORDS}"
  WriteRegStr HKCU "${CLASSES}\${CLASS}\DefaultIcon" "" "$INSTDIR\ml-playground.ico"
  WriteRegStr HKCU "${CLASSES}\${CLASS}\shell\open\command" "" '"$INSTDIR\playground.exe" open "%1"'
!macroend

!macro forget ENDING CLASS
  ReadRegStr $0 HKCU "${CLASSES}\${ENDING}" ""
  StrCmp $0 "${CLASS}" 0 +2
    DeleteRegKey HKCU "${CLASSES}\${ENDING}"
  DeleteRegValue HKCU "${CLASSES}\${ENDING}\OpenWithProgids" "${CLASS}"
  DeleteRegKey HKCU "${CLASSES}\${CLASS}"
!macroend

Section "install"
  ; An older version goes first: a library that is gone must not stay.
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${SOURCE}/*"
  File "${ICONS}/ml-playground.ico"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\playground.exe" "" "$INSTDIR\ml-playground.ico"
  !insertmacro associate ".mlscene" "playground.scene" "Playground scene"
  !insertmacro associate ".mllesson" "playground.lesson" "Playground lesson"
  !insertmacro associate ".sweep" "playground.study" "Playground study"
  WriteRegStr HKCU "${CLASSES}\playground" "" "URL:Playground scene"
  WriteRegStr HKCU "${CLASSES}\playground" "URL Protocol" ""
  WriteRegStr HKCU "${CLASSES}\playground\shell\open\command" "" '"$INSTDIR\playground.exe" open "%1"'
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\ml-playground.ico"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The playground's makers"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" "$0"
  !insertmacro refresh
SectionEnd

Section "uninstall"
  ; Only a folder that holds the program is emptied.
  IfFileExists "$INSTDIR\playground.exe" 0 keep
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\playground.exe"
  Delete "$INSTDIR\playground-cli.exe"
  Delete "$INSTDIR\ml-playground.ico"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
keep:
  Delete "$SMPROGRAMS\${NAME}.lnk"
  !insertmacro forget ".mlscene" "playground.scene"
  !insertmacro forget ".mllesson" "playground.lesson"
  !insertmacro forget ".sweep" "playground.study"
  DeleteRegKey HKCU "${CLASSES}\playground"
  DeleteRegKey HKCU "${UNINSTALL}"
  !insertmacro refresh
SectionEnd
