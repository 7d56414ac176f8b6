<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
  <context>
    <name>playground</name>
    <message>
      <source>Playground: audience</source>
      <translation>Playground: Publikum</translation>
    </message>
    <message>
      <source>On a projector, the projector theme is the legible one</source>
      <translation>Auf dem Projektor ist nur die Projektor-Darstellung gut lesbar</translation>
    </message>
    <message>
      <source>Use it</source>
      <translation>Anwenden</translation>
    </message>
    <message>
      <source>The picture is in the clipboard</source>
      <translation>Das Bild ist in der Zwischenablage</translation>
    </message>
    <message>
      <source>Saved {}</source>
      <translation>Gesichert: {}</translation>
    </message>
    <message>
      <source>The runs differ in one thing alone: {}</source>
      <translation>Die Läufe unterscheiden sich nur in einem: {}</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>At most {} runs are compared</source>
      <translation>Höchstens {} Läufe werden verglichen</translation>
    </message>
    <message>
      <source>{} has this value already</source>
      <translation>{} hat diesen Wert schon</translation>
    </message>
    <message>
      <source>Nothing is compared</source>
      <translation>Nichts wird verglichen</translation>
    </message>
    <message>
      <source>Motion is reduced</source>
      <translation>Bewegung ist reduziert</translation>
    </message>
    <message>
      <source>Motion is on</source>
      <translation>Bewegung ist an</translation>
    </message>
    <message>
      <source>The language changes with the next start</source>
      <translation>Die Sprache wechselt beim nächsten Start</translation>
    </message>
    <message>
      <source>The cursor has a ring</source>
      <translation>Der Zeiger hat einen Ring</translation>
    </message>
    <message>
      <source>The cursor has no ring</source>
      <translation>Der Zeiger hat keinen Ring</translation>
    </message>
    <message>
      <source>Pressed keys are shown</source>
      <translation>Gedrückte Tasten werden gezeigt</translation>
    </message>
    <message>
      <source>Pressed keys are not shown</source>
      <translation>Gedrückte Tasten werden nicht gezeigt</translation>
    </message>
    <message>
      <source>Swapping needs the presenter view</source>
      <translation>Tauschen geht nur beim Vortragen</translation>
    </message>
    <message>
      <source>Present</source>
      <translation>Vortragen</translation>
    </message>
    <message>
      <source>The seed must be a whole number from 0 to 2^53</source>
      <translation>Der Startwert muss eine ganze Zahl von 0 bis 2^53 sein</translation>
    </message>
    <message>
      <source>There is nothing to repair here</source>
      <translation>Hier gibt es nichts zu reparieren</translation>
    </message>
    <message>
      <source>There is nothing to redo</source>
      <translation>Es gibt nichts zu wiederholen</translation>
    </message>
    <message>
      <source>There is nothing to undo</source>
      <translation>Es gibt nichts rückgängig zu machen</translation>
    </message>
    <message>
      <source>You have left the lesson here.</source>
      <translation>Hier haben Sie die Lektion verlassen.</translation>
    </message>
    <message>
      <source>Backspace: back to the lesson</source>
      <translation>Rücktaste: zurück zur Lektion</translation>
    </message>
    <message>
      <source>Open a scene or data file</source>
      <translation>Szene oder Datendatei öffnen</translation>
    </message>
    <message>
      <source>Save the scene</source>
      <translation>Szene sichern</translation>
    </message>
    <message>
      <source>Save the picture</source>
      <translation>Bild sichern</translation>
    </message>
    <message>
      <source>Playground</source>
      <translation>Playground</translation>
    </message>
    <message>
      <source>Open a scene</source>
      <translation>Szene öffnen</translation>
    </message>
    <message>
      <source>Search the gallery</source>
      <translation>Galerie durchsuchen</translation>
    </message>
    <message>
      <source>Search titles, words and formulas</source>
      <translation>Titel, Wörter und Formeln durchsuchen</translation>
    </message>
    <message>
      <source>Chapters</source>
      <translation>Kapitel</translation>
    </message>
    <message>
      <source>Recent</source>
      <translation>Zuletzt</translation>
    </message>
    <message>
      <source>Order</source>
      <translation>Reihenfolge</translation>
    </message>
    <message>
      <source>Clear the search</source>
      <translation>Suche leeren</translation>
    </message>
    <message>
      <source>Search {} panel{}, words and formulas</source>
      <translation>{} Tafeln, Wörter und Formeln durchsuchen</translation>
    </message>
    <message>
      <source>What is exact here</source>
      <translation>Was hier exakt ist</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Close (esc)</source>
      <translation>Schließen (esc)</translation>
    </message>
    <message>
      <source>Self-check</source>
      <translation>Selbsttest</translation>
    </message>
    <message>
      <source>Computes the shipped cases with this panel's own code</source>
      <translation>Rechnet die mitgelieferten Fälle mit dem Code dieser Tafel</translation>
    </message>
    <message>
      <source>Reproduce</source>
      <translation>Nachrechnen</translation>
    </message>
    <message>
      <source>Reproduce: {}</source>
      <translation>Nachrechnen: {}</translation>
    </message>
    <message>
      <source>Sets the preset, runs, and compares the number with the threshold</source>
      <translation>Stellt ein, rechnet und vergleicht die Zahl mit der Schwelle</translation>
    </message>
    <message>
      <source>{} of {} cases hold</source>
      <translation>{} von {} Fällen stimmen</translation>
    </message>
    <message>
      <source>Claims, each reproduced by one press</source>
      <translation>Behauptungen, jede mit einem Druck nachgerechnet</translation>
    </message>
    <message>
      <source>Start the engine</source>
      <translation>Rechenprozess starten</translation>
    </message>
    <message>
      <source>Copy report</source>
      <translation>Bericht kopieren</translation>
    </message>
    <message>
      <source>The engine restarted; nothing was lost</source>
      <translation>Der Rechenprozess wurde neu gestartet; nichts ging verloren</translation>
    </message>
    <message>
      <source>Data: edited by hand</source>
      <translation>Daten: von Hand geändert</translation>
    </message>
    <message>
      <source>Parameters</source>
      <translation>Parameter</translation>
    </message>
    <message>
      <source>Notes</source>
      <translation>Notizen</translation>
    </message>
    <message>
      <source>Numbers</source>
      <translation>Zahlen</translation>
    </message>
    <message>
      <source>Block of the inspector</source>
      <translation>Teil der Seitenleiste</translation>
    </message>
    <message>
      <source>The last session broke off</source>
      <translation>Die letzte Sitzung brach ab</translation>
    </message>
    <message>
      <source>Opened the newest</source>
      <translation>Die neuesten sind offen</translation>
    </message>
    <message>
      <source>{}; left are {}</source>
      <translation>{}; übrig sind {}</translation>
    </message>
    <message>
      <source>Open again</source>
      <translation>Wieder öffnen</translation>
    </message>
    <message>
      <source>Nothing was left behind</source>
      <translation>Nichts blieb zurück</translation>
    </message>
    <message>
      <source>Run or pause</source>
      <translation>Start oder Pause</translation>
    </message>
    <message>
      <source>One step forward</source>
      <translation>Ein Schritt vor</translation>
    </message>
    <message>
      <source>One step back</source>
      <translation>Ein Schritt zurück</translation>
    </message>
    <message>
      <source>Back to the start</source>
      <translation>Zurück zum Anfang</translation>
    </message>
    <message>
      <source>New seed</source>
      <translation>Neuer Startwert</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>Wiederholen</translation>
    </message>
    <message>
      <source>Run slowly</source>
      <translation>Langsam laufen</translation>
    </message>
    <message>
      <source>Run at normal speed</source>
      <translation>Normal laufen</translation>
    </message>
    <message>
      <source>Run flat out</source>
      <translation>So schnell wie möglich laufen</translation>
    </message>
    <message>
      <source>Repair a failing preset</source>
      <translation>Scheiternde Vorgabe reparieren</translation>
    </message>
    <message>
      <source>Compare with</source>
      <translation>Vergleichen mit</translation>
    </message>
    <message>
      <source>Stop comparing</source>
      <translation>Nicht mehr vergleichen</translation>
    </message>
    <message>
      <source>Ask first, and reveal</source>
      <translation>Erst fragen, dann zeigen</translation>
    </message>
    <message>
      <source>Lecture</source>
      <translation>Vorlesung</translation>
    </message>
    <message>
      <source>Hide everything but the picture</source>
      <translation>Alles außer dem Bild verbergen</translation>
    </message>
    <message>
      <source>Presenter view</source>
      <translation>Vortragsansicht</translation>
    </message>
    <message>
      <source>Swap the screens</source>
      <translation>Bildschirme tauschen</translation>
    </message>
    <message>
      <source>Ring round the cursor</source>
      <translation>Ring um den Zeiger</translation>
    </message>
    <message>
      <source>Show pressed keys</source>
      <translation>Gedrückte Tasten zeigen</translation>
    </message>
    <message>
      <source>Full screen</source>
      <translation>Vollbild</translation>
    </message>
    <message>
      <source>Black screen</source>
      <translation>Schwarzer Bildschirm</translation>
    </message>
    <message>
      <source>White screen</source>
      <translation>Weißer Bildschirm</translation>
    </message>
    <message>
      <source>Magnifier</source>
      <translation>Lupe</translation>
    </message>
    <message>
      <source>Lesson: go on</source>
      <translation>Lektion: weiter</translation>
    </message>
    <message>
      <source>Lesson</source>
      <translation>Lektion</translation>
    </message>
    <message>
      <source>Lesson: go back</source>
      <translation>Lektion: zurück</translation>
    </message>
    <message>
      <source>Lesson: start, or back to it</source>
      <translation>Lektion: beginnen, oder zurück zu ihr</translation>
    </message>
    <message>
      <source>Lesson: back to where you left it</source>
      <translation>Lektion: zurück, wo Sie sie verließen</translation>
    </message>
    <message>
      <source>Lesson: leave it</source>
      <translation>Lektion: verlassen</translation>
    </message>
    <message>
      <source>Reset the view</source>
      <translation>Ansicht zurücksetzen</translation>
    </message>
    <message>
      <source>Back to the stage, then out of full screen</source>
      <translation>Zurück zur Bühne, dann aus dem Vollbild</translation>
    </message>
    <message>
      <source>Any command</source>
      <translation>Beliebiger Befehl</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>Fenster</translation>
    </message>
    <message>
      <source>All keys</source>
      <translation>Alle Tasten</translation>
    </message>
    <message>
      <source>Show the gallery</source>
      <translation>Galerie zeigen</translation>
    </message>
    <message>
      <source>Next theme</source>
      <translation>Nächste Darstellung</translation>
    </message>
    <message>
      <source>Light theme</source>
      <translation>Helle Darstellung</translation>
    </message>
    <message>
      <source>Dark theme</source>
      <translation>Dunkle Darstellung</translation>
    </message>
    <message>
      <source>Projector theme</source>
      <translation>Projektor-Darstellung</translation>
    </message>
    <message>
      <source>Larger text</source>
      <translation>Größere Schrift</translation>
    </message>
    <message>
      <source>Smaller text</source>
      <translation>Kleinere Schrift</translation>
    </message>
    <message>
      <source>Reduce motion</source>
      <translation>Bewegung reduzieren</translation>
    </message>
    <message>
      <source>Language of the system</source>
      <translation>Sprache des Systems</translation>
    </message>
    <message>
      <source>English</source>
      <translation>English</translation>
    </message>
    <message>
      <source>Deutsch</source>
      <translation>Deutsch</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>Dateien</translation>
    </message>
    <message>
      <source>Copy the picture</source>
      <translation>Bild kopieren</translation>
    </message>
    <message>
      <source>Copy the report of the last fault</source>
      <translation>Bericht des letzten Fehlers kopieren</translation>
    </message>
    <message>
      <source>Start the engine again</source>
      <translation>Rechenprozess neu starten</translation>
    </message>
    <message>
      <source>Open what a crash left</source>
      <translation>Öffnen, was ein Absturz übrig ließ</translation>
    </message>
    <message>
      <source>Discard what a crash left</source>
      <translation>Verwerfen, was ein Absturz übrig ließ</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <source>No lesson is open; choose one in the gallery</source>
      <translation>Keine Lektion ist offen; wählen Sie eine in der Galerie</translation>
    </message>
    <message>
      <source>Gallery</source>
      <translation>Galerie</translation>
    </message>
    <message>
      <source>This was the last beat</source>
      <translation>Das war der letzte Abschnitt</translation>
    </message>
    <message>
      <source>Leave the lesson</source>
      <translation>Lektion verlassen</translation>
    </message>
    <message>
      <source>Notice</source>
      <translation>Hinweis</translation>
    </message>
    <message>
      <source>Close the notice</source>
      <translation>Hinweis schließen</translation>
    </message>
    <message>
      <source>Hidden while you ask.</source>
      <translation>Verborgen, solange Sie fragen.</translation>
    </message>
    <message>
      <source>Your data were replaced; undo brings them back</source>
      <translation>Ihre Daten wurden ersetzt; Rückgängig holt sie zurück</translation>
    </message>
    <message>
      <source>This run {}</source>
      <translation>Dieser Lauf {}</translation>
    </message>
    <message>
      <source>{} cannot be read: {}</source>
      <translation>{} ist nicht lesbar: {}</translation>
    </message>
    <message>
      <source>{} was not saved: {}</source>
      <translation>{} wurde nicht gesichert: {}</translation>
    </message>
    <message>
      <source>shift + click</source>
      <translation>Umschalt + Klick</translation>
    </message>
    <message>
      <source>alt + click</source>
      <translation>Alt + Klick</translation>
    </message>
    <message>
      <source>double click</source>
      <translation>Doppelklick</translation>
    </message>
    <message>
      <source>shift + drag</source>
      <translation>Umschalt + Ziehen</translation>
    </message>
    <message>
      <source>alt + drag</source>
      <translation>Alt + Ziehen</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <source>Open: {}</source>
      <translation>Öffnen: {}</translation>
    </message>
    <message>
      <source>Scene: {}</source>
      <translation>Szene: {}</translation>
    </message>
    <message>
      <source>Compare with another seed</source>
      <translation>Mit anderem Startwert vergleichen</translation>
    </message>
    <message>
      <source>Any command, panel or preset</source>
      <translation>Befehl, Tafel oder Vorgabe</translation>
    </message>
    <message>
      <source>Commands</source>
      <translation>Befehle</translation>
    </message>
    <message>
      <source>Preset: {}</source>
      <translation>Vorgabe: {}</translation>
    </message>
    <message>
      <source>Compare with preset: {}</source>
      <translation>Mit Vorgabe vergleichen: {}</translation>
    </message>
    <message>
      <source>Compare: {} with …</source>
      <translation>Vergleichen: {} mit …</translation>
    </message>
    <message>
      <source>Compare: {}, all values</source>
      <translation>Vergleichen: {}, alle Werte</translation>
    </message>
    <message>
      <source>changes the view only</source>
      <translation>ändert nur die Ansicht</translation>
    </message>
    <message>
      <source>restarts the run</source>
      <translation>beginnt den Lauf neu</translation>
    </message>
    <message>
      <source>makes new data and restarts the run</source>
      <translation>macht neue Daten und beginnt den Lauf neu</translation>
    </message>
    <message>
      <source>{}: back to the default</source>
      <translation>{}: zurück zum Vorgabewert</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <source>{}: open a file</source>
      <translation>{}: Datei öffnen</translation>
    </message>
    <message>
      <source>Step of the run</source>
      <translation>Schritt des Laufs</translation>
    </message>
    <message>
      <source>Drag to any step of the run</source>
      <translation>Zu jedem Schritt des Laufs ziehen</translation>
    </message>
    <message>
      <source>{} must be {}</source>
      <translation>{} muss {} sein</translation>
    </message>
    <message>
      <source>{}Range: {}.
{}</source>
      <translation>{}Bereich: {}.
{}</translation>
    </message>
    <message>
      <source>{} {}, claimed {} {}</source>
      <translation>{} {}, behauptet {} {}</translation>
    </message>
    <message>
      <source>{} must be at most {}</source>
      <translation>{} darf höchstens {} sein</translation>
    </message>
    <message>
      <source>{} must be at least {}</source>
      <translation>{} muss mindestens {} sein</translation>
    </message>
    <message>
      <source>{} must be a number from {} to {}</source>
      <translation>{} muss eine Zahl von {} bis {} sein</translation>
    </message>
    <message>
      <source>Speaker's notes</source>
      <translation>Notizen zum Vortrag</translation>
    </message>
    <message>
      <source>Time since the presentation began</source>
      <translation>Zeit seit Beginn des Vortrags</translation>
    </message>
    <message>
      <source>Time of day</source>
      <translation>Uhrzeit</translation>
    </message>
    <message>
      <source>Start the clock again</source>
      <translation>Uhr neu starten</translation>
    </message>
    <message>
      <source>End the presentation</source>
      <translation>Vortrag beenden</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>Als Nächstes</translation>
    </message>
    <message>
      <source>Stage: {}</source>
      <translation>Bühne: {}</translation>
    </message>
    <message>
      <source>{} · {} steps/s · {} frames/s</source>
      <translation>{} · {} Schritte/s · {} Bilder/s</translation>
    </message>
    <message>
      <source>Changed from {}</source>
      <translation>Geändert aus {}</translation>
    </message>
    <message>
      <source>the engine is restarting</source>
      <translation>der Rechenprozess startet neu</translation>
    </message>
    <message>
      <source>{} · drawing {} frames/s</source>
      <translation>{} · zeichnet {} Bilder/s</translation>
    </message>
    <message>
      <source>{} · heavy steps, {} steps/s</source>
      <translation>{} · schwere Schritte, {}/s</translation>
    </message>
    <message>
      <source>{} · {} steps/s</source>
      <translation>{} · {} Schritte/s</translation>
    </message>
    <message>
      <source>Presets</source>
      <translation>Vorgaben</translation>
    </message>
    <message>
      <source>Halve the {}</source>
      <translation>{} halbieren</translation>
    </message>
    <message>
      <source>Stop the job</source>
      <translation>Auftrag anhalten</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Halt</translation>
    </message>
    <message>
      <source>Close the hint</source>
      <translation>Tipp schließen</translation>
    </message>
    <message>
      <source>Exact</source>
      <translation>Exakt</translation>
    </message>
    <message>
      <source>Sampled ± error</source>
      <translation>Stichprobe ± Fehler</translation>
    </message>
    <message>
      <source>Illustration</source>
      <translation>Illustration</translation>
    </message>
    <message>
      <source>Save, copy, export</source>
      <translation>Sichern, kopieren, ausgeben</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>Darstellung</translation>
    </message>
    <message>
      <source>{}: {}, checked against {}</source>
      <translation>{}: {}, geprüft gegen {}</translation>
    </message>
    <message>
      <source>{}: {}.
Checked against {}.
Press for the self-check and the claims.</source>
      <translation>{}: {}.
Geprüft gegen {}.
Drücken für Selbsttest und Behauptungen.</translation>
    </message>
    <message>
      <source>Repair</source>
      <translation>Reparieren</translation>
    </message>
    <message>
      <source>More</source>
      <translation>Mehr</translation>
    </message>
    <message>
      <source>Slow</source>
      <translation>Langsam</translation>
    </message>
    <message>
      <source>Normal</source>
      <translation>Normal</translation>
    </message>
    <message>
      <source>Fast</source>
      <translation>Schnell</translation>
    </message>
    <message>
      <source>over budget</source>
      <translation>über dem Budget</translation>
    </message>
    <message>
      <source>Speed</source>
      <translation>Tempo</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>Startwert</translation>
    </message>
    <message>
      <source>Seed of the random numbers: a whole number from 0</source>
      <translation>Startwert der Zufallszahlen: eine ganze Zahl ab 0</translation>
    </message>
    <message>
      <source>Speed; the size of a step does not depend on it
{}</source>
      <translation>Tempo; die Länge eines Schritts hängt nicht davon ab
{}</translation>
    </message>
    <message>
      <source>Take this run away</source>
      <translation>Diesen Lauf wegnehmen</translation>
    </message>
    <message>
      <source>Take away: {}</source>
      <translation>Wegnehmen: {}</translation>
    </message>
    <message>
      <source>Run with {}</source>
      <translation>Lauf mit {}</translation>
    </message>
    <message>
      <source>compare with</source>
      <translation>vergleichen mit</translation>
    </message>
    <message>
      <source>beside it</source>
      <translation>daneben</translation>
    </message>
    <message>
      <source>{} · Playground</source>
      <translation>{} · Playground</translation>
    </message>
    <message>
      <source>Choose the plot</source>
      <translation>Ansicht wählen</translation>
    </message>
    <message>
      <source>Choose the plot; this is: {}</source>
      <translation>Ansicht wählen; dies ist: {}</translation>
    </message>
    <message>
      <source>Your guess is {}° off the line. It stays until the next step.</source>
      <translation>Ihre Vermutung weicht {}° von der Geraden ab. Sie bleibt bis zum nächsten Schritt.</translation>
    </message>
    <message>
      <source>Use the preset</source>
      <translation>Vorgabe nehmen</translation>
    </message>
    <message>
      <source>The engine is warming up</source>
      <translation>Der Rechenprozess läuft warm</translation>
    </message>
    <message>
      <source>growth of the quantity on a logarithmic axis</source>
      <translation>Wachstum der Größe auf logarithmischer Achse</translation>
    </message>
    <message>
      <source>Back one step</source>
      <translation>Einen Schritt zurück</translation>
    </message>
    <message>
      <source>There is nothing to compare with</source>
      <translation>Es gibt nichts zu vergleichen</translation>
    </message>
    <message>
      <source>New start: {} changed</source>
      <translation>Neuer Start: {} geändert</translation>
    </message>
    <message>
      <source>Off the lesson. Backspace returns.</source>
      <translation>Außerhalb der Lektion. Rücktaste führt zurück.</translation>
    </message>
    <message>
      <source>All</source>
      <translation>Alle</translation>
    </message>
    <message>
      <source>No panel has been opened yet</source>
      <translation>Noch keine Tafel wurde geöffnet</translation>
    </message>
    <message>
      <source>No panel has these words</source>
      <translation>Keine Tafel hat diese Wörter</translation>
    </message>
    <message>
      <source>Holds</source>
      <translation>Stimmt</translation>
    </message>
    <message>
      <source>Does not hold</source>
      <translation>Stimmt nicht</translation>
    </message>
    <message>
      <source>Nothing compared</source>
      <translation>Nichts verglichen</translation>
    </message>
    <message>
      <source>all equal</source>
      <translation>alle gleich</translation>
    </message>
    <message>
      <source>largest deviation {}</source>
      <translation>größte Abweichung {}</translation>
    </message>
    <message>
      <source>{} value{} compared</source>
      <translation>{} Werte verglichen</translation>
    </message>
    <message>
      <source>Sources: {}</source>
      <translation>Quellen: {}</translation>
    </message>
    <message>
      <source>{}{}. Checked against {}.</source>
      <translation>{}{}. Geprüft gegen {}.</translation>
    </message>
    <message>
      <source>Data: {}</source>
      <translation>Daten: {}</translation>
    </message>
    <message>
      <source>Stop: {}</source>
      <translation>Halt: {}</translation>
    </message>
    <message>
      <source>Notes and numbers</source>
      <translation>Notizen und Zahlen</translation>
    </message>
    <message>
      <source>{} at step {}</source>
      <translation>{} bei Schritt {}</translation>
    </message>
    <message>
      <source>Run</source>
      <translation>Start</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>Pause</translation>
    </message>
    <message>
      <source>has converged</source>
      <translation>ist konvergiert</translation>
    </message>
    <message>
      <source>is at its end</source>
      <translation>ist am Ende</translation>
    </message>
    <message>
      <source>has stopped</source>
      <translation>hat angehalten</translation>
    </message>
    <message>
      <source>{} is neither a scene nor a lesson</source>
      <translation>{} ist weder Szene noch Lektion</translation>
    </message>
    <message>
      <source>Recovered run</source>
      <translation>Geretteter Lauf</translation>
    </message>
    <message>
      <source>drag</source>
      <translation>Ziehen</translation>
    </message>
    <message>
      <source>click</source>
      <translation>Klick</translation>
    </message>
    <message>
      <source>wheel</source>
      <translation>Rad</translation>
    </message>
    <message>
      <source>zoom at the cursor</source>
      <translation>am Zeiger vergrößern</translation>
    </message>
    <message>
      <source>Mouse</source>
      <translation>Maus</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>Vorgabe</translation>
    </message>
    <message>
      <source>Compare: {} {}</source>
      <translation>Vergleichen: {} {}</translation>
    </message>
    <message>
      <source>replaces your own data and restarts the run</source>
      <translation>ersetzt Ihre Daten und beginnt den Lauf neu</translation>
    </message>
    <message>
      <source>Changes the view only.</source>
      <translation>Ändert nur die Ansicht.</translation>
    </message>
    <message>
      <source>Takes effect from the next step.</source>
      <translation>Wirkt ab dem nächsten Schritt.</translation>
    </message>
    <message>
      <source>Restarts the run with the same data.</source>
      <translation>Beginnt den Lauf mit denselben Daten neu.</translation>
    </message>
    <message>
      <source>Makes new data and restarts the run.</source>
      <translation>Macht neue Daten und beginnt den Lauf neu.</translation>
    </message>
    <message>
      <source>Your own data would be replaced.</source>
      <translation>Ihre eigenen Daten würden ersetzt.</translation>
    </message>
    <message>
      <source>step {} of {}</source>
      <translation>Schritt {} von {}</translation>
    </message>
    <message>
      <source>step {}: {}</source>
      <translation>Schritt {}: {}</translation>
    </message>
    <message>
      <source>step {}</source>
      <translation>Schritt {}</translation>
    </message>
    <message>
      <source>of {}</source>
      <translation>von {}</translation>
    </message>
    <message>
      <source>Range: {}.</source>
      <translation>Bereich: {}.</translation>
    </message>
    <message>
      <source>The audience sees the picture</source>
      <translation>Das Publikum sieht das Bild</translation>
    </message>
    <message>
      <source>The audience's screen is {}</source>
      <translation>Der Bildschirm des Publikums ist {}</translation>
    </message>
    <message>
      <source>black</source>
      <translation>schwarz</translation>
    </message>
    <message>
      <source>white</source>
      <translation>weiß</translation>
    </message>
    <message>
      <source>Draw your guess, then press A to reveal</source>
      <translation>Zeichnen Sie Ihre Vermutung, dann zeigt A die Lösung</translation>
    </message>
    <message>
      <source>{} · paused</source>
      <translation>{} · Pause</translation>
    </message>
    <message>
      <source>{} · running</source>
      <translation>{} · läuft</translation>
    </message>
    <message>
      <source>{} · converged</source>
      <translation>{} · konvergiert</translation>
    </message>
    <message>
      <source>{} · done</source>
      <translation>{} · fertig</translation>
    </message>
    <message>
      <source>{} · cycling</source>
      <translation>{} · im Kreis</translation>
    </message>
    <message>
      <source>{} · diverging</source>
      <translation>{} · divergiert</translation>
    </message>
    <message>
      <source>{} · failed</source>
      <translation>{} · gescheitert</translation>
    </message>
    <message>
      <source>Fails: {}</source>
      <translation>Scheitert: {}</translation>
    </message>
    <message>
      <source>{}: compare with …</source>
      <translation>{}: vergleichen mit …</translation>
    </message>
    <message>
      <source>at its end</source>
      <translation>am Ende</translation>
    </message>
    <message>
      <source>at its end at</source>
      <translation>am Ende bei</translation>
    </message>
    <message>
      <source>ended at</source>
      <translation>endete bei</translation>
    </message>
    <message>
      <source>Another seed</source>
      <translation>Anderer Startwert</translation>
    </message>
    <message>
      <source>A preset</source>
      <translation>Eine Vorgabe</translation>
    </message>
    <message>
      <source>All of them</source>
      <translation>Alle</translation>
    </message>
    <message>
      <source>Your guess stays until the next step.</source>
      <translation>Ihre Vermutung bleibt bis zum nächsten Schritt.</translation>
    </message>
    <message>
      <source>about 2 s the first time</source>
      <translation>beim ersten Mal etwa 2 s</translation>
    </message>
    <message>
      <source>This panel stopped at step {}</source>
      <translation>Diese Tafel hielt bei Schritt {} an</translation>
    </message>
    <message>
      <source>{}. The picture is the last good one; other panels go on.</source>
      <translation>{}. Das Bild ist das letzte gute; andere Tafeln laufen weiter.</translation>
    </message>
    <message>
      <source>The picture is the last one with numbers.</source>
      <translation>Das Bild ist das letzte mit Zahlen.</translation>
    </message>
    <message>
      <source>notice</source>
      <translation>Hinweis</translation>
    </message>
    <message>
      <source>warning</source>
      <translation>Warnung</translation>
    </message>
    <message>
      <source>failed</source>
      <translation>Fehler</translation>
    </message>
    <message>
      <source>hint</source>
      <translation>Tipp</translation>
    </message>
    <message>
      <source>guess</source>
      <translation>Vermutung</translation>
    </message>
    <message>
      <source>beat {}</source>
      <translation>Abschnitt {}</translation>
    </message>
    <message>
      <source>view</source>
      <translation>Ansicht</translation>
    </message>
    <message>
      <source>Messages</source>
      <translation>Nachrichten</translation>
    </message>
    <message>
      <source>Squashing</source>
      <translation>Engpass</translation>
    </message>
    <message>
      <source>Training</source>
      <translation>Training</translation>
    </message>
    <message>
      <source>WL test</source>
      <translation>WL-Test</translation>
    </message>
    <message>
      <source>Spectral</source>
      <translation>Spektrum</translation>
    </message>
    <message>
      <source>100,000 nodes</source>
      <translation>100 000 Knoten</translation>
    </message>
    <message>
      <source>layer</source>
      <translation>Schicht</translation>
    </message>
    <message>
      <source>Mean</source>
      <translation>Mittel</translation>
    </message>
    <message>
      <source>SAGE max</source>
      <translation>SAGE Maximum</translation>
    </message>
    <message>
      <source>No messages</source>
      <translation>Ohne Nachrichten</translation>
    </message>
    <message>
      <source>rounds</source>
      <translation>Runden</translation>
    </message>
    <message>
      <source>remedy</source>
      <translation>Abhilfe</translation>
    </message>
    <message>
      <source>None</source>
      <translation>Keine</translation>
    </message>
    <message>
      <source>Skip</source>
      <translation>Abkürzung</translation>
    </message>
    <message>
      <source>Initial</source>
      <translation>Anfang</translation>
    </message>
    <message>
      <source>graph</source>
      <translation>Graph</translation>
    </message>
    <message>
      <source>Karate club</source>
      <translation>Karateklub</translation>
    </message>
    <message>
      <source>Florentine families</source>
      <translation>Florentiner Familien</translation>
    </message>
    <message>
      <source>Path</source>
      <translation>Weg</translation>
    </message>
    <message>
      <source>Cycle</source>
      <translation>Kreis</translation>
    </message>
    <message>
      <source>Grid</source>
      <translation>Gitter</translation>
    </message>
    <message>
      <source>Star</source>
      <translation>Stern</translation>
    </message>
    <message>
      <source>Barbell</source>
      <translation>Hantel</translation>
    </message>
    <message>
      <source>Binary tree</source>
      <translation>Binärbaum</translation>
    </message>
    <message>
      <source>Blocks</source>
      <translation>Blöcke</translation>
    </message>
    <message>
      <source>Random regular</source>
      <translation>Zufällig regulär</translation>
    </message>
    <message>
      <source>Hexagon, triangles</source>
      <translation>Sechseck, Dreiecke</translation>
    </message>
    <message>
      <source>Skips of 2, of 3</source>
      <translation>Sprünge von 2, von 3</translation>
    </message>
    <message>
      <source>Two stars</source>
      <translation>Zwei Sterne</translation>
    </message>
    <message>
      <source>Two trees</source>
      <translation>Zwei Bäume</translation>
    </message>
    <message>
      <source>Your own</source>
      <translation>Eigene</translation>
    </message>
    <message>
      <source>nodes</source>
      <translation>Knoten</translation>
    </message>
    <message>
      <source>length of the bridge</source>
      <translation>Länge der Brücke</translation>
    </message>
    <message>
      <source>neighbours of each</source>
      <translation>Nachbarn je Knoten</translation>
    </message>
    <message>
      <source>edges between blocks</source>
      <translation>Kanten zwischen Blöcken</translation>
    </message>
    <message>
      <source>first values</source>
      <translation>erste Werte</translation>
    </message>
    <message>
      <source>Two poles</source>
      <translation>Zwei Pole</translation>
    </message>
    <message>
      <source>One node</source>
      <translation>Ein Knoten</translation>
    </message>
    <message>
      <source>Random</source>
      <translation>Zufällig</translation>
    </message>
    <message>
      <source>Degree</source>
      <translation>Grad</translation>
    </message>
    <message>
      <source>All 1</source>
      <translation>Alle 1</translation>
    </message>
    <message>
      <source>weights</source>
      <translation>Gewichte</translation>
    </message>
    <message>
      <source>Fixed</source>
      <translation>Fest</translation>
    </message>
    <message>
      <source>a step is</source>
      <translation>ein Schritt ist</translation>
    </message>
    <message>
      <source>All nodes</source>
      <translation>Alle Knoten</translation>
    </message>
    <message>
      <source>self weight</source>
      <translation>Eigengewicht</translation>
    </message>
    <message>
      <source>attention a</source>
      <translation>Aufmerksamkeit a</translation>
    </message>
    <message>
      <source>heads</source>
      <translation>Köpfe</translation>
    </message>
    <message>
      <source>learning rate</source>
      <translation>Lernrate</translation>
    </message>
    <message>
      <source>epochs</source>
      <translation>Epochen</translation>
    </message>
    <message>
      <source>input features</source>
      <translation>Eingangsmerkmale</translation>
    </message>
    <message>
      <source>Names only</source>
      <translation>Nur Namen</translation>
    </message>
    <message>
      <source>Noisy class</source>
      <translation>Verrauschte Klasse</translation>
    </message>
    <message>
      <source>One order</source>
      <translation>Eine Ordnung</translation>
    </message>
    <message>
      <source>Heat flow</source>
      <translation>Wärmefluss</translation>
    </message>
    <message>
      <source>filter</source>
      <translation>Filter</translation>
    </message>
    <message>
      <source>Low-pass</source>
      <translation>Tiefpass</translation>
    </message>
    <message>
      <source>Heat</source>
      <translation>Wärme</translation>
    </message>
    <message>
      <source>High-pass</source>
      <translation>Hochpass</translation>
    </message>
    <message>
      <source>Typed</source>
      <translation>Getippt</translation>
    </message>
    <message>
      <source>time t</source>
      <translation>Zeit t</translation>
    </message>
    <message>
      <source>edge λ</source>
      <translation>Kante λ</translation>
    </message>
    <message>
      <source>coefficients</source>
      <translation>Koeffizienten</translation>
    </message>
    <message>
      <source>colours show</source>
      <translation>Farben zeigen</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>Ergebnis</translation>
    </message>
    <message>
      <source>Signal</source>
      <translation>Signal</translation>
    </message>
    <message>
      <source>ink</source>
      <translation>Tinte</translation>
    </message>
    <message>
      <source>names in the nodes</source>
      <translation>Namen in den Knoten</translation>
    </message>
    <message>
      <source>Dirichlet energy</source>
      <translation>Dirichlet-Energie</translation>
    </message>
    <message>
      <source>distance to the limit</source>
      <translation>Abstand zum Grenzwert</translation>
    </message>
    <message>
      <source>it hears the farthest</source>
      <translation>hört den fernsten</translation>
    </message>
    <message>
      <source>accuracy</source>
      <translation>Genauigkeit</translation>
    </message>
    <message>
      <source>loss</source>
      <translation>Verlust</translation>
    </message>
    <message>
      <source>told apart</source>
      <translation>unterschieden</translation>
    </message>
    <message>
      <source>largest λ</source>
      <translation>größtes λ</translation>
    </message>
    <message>
      <source>components</source>
      <translation>Komponenten</translation>
    </message>
    <message>
      <source>diameter</source>
      <translation>Durchmesser</translation>
    </message>
    <message>
      <source>Clear the values</source>
      <translation>Werte löschen</translation>
    </message>
    <message>
      <source>Random values</source>
      <translation>Zufällige Werte</translation>
    </message>
    <message>
      <source>Lay out by forces</source>
      <translation>Durch Kräfte anordnen</translation>
    </message>
    <message>
      <source>Compare layers over five seeds</source>
      <translation>Schichten über fünf Startwerte vergleichen</translation>
    </message>
    <message>
      <source>Measure the squashing of trees</source>
      <translation>Engpass von Bäumen messen</translation>
    </message>
    <message>
      <source>Shuffle the nodes</source>
      <translation>Knoten mischen</translation>
    </message>
    <message>
      <source>Try 100,000 nodes</source>
      <translation>100 000 Knoten versuchen</translation>
    </message>
    <message>
      <source>Graph message passing</source>
      <translation>Nachrichten auf Graphen</translation>
    </message>
    <message>
      <source>Geometry</source>
      <translation>Geometrie</translation>
    </message>
    <message>
      <source>Values walk along the edges, and blur as they go</source>
      <translation>Werte wandern über die Kanten und verwischen dabei</translation>
    </message>
    <message>
      <source>Hopfield recall</source>
      <translation>Hopfield-Erinnerung</translation>
    </message>
    <message>
      <source>Connectionism</source>
      <translation>Konnektionismus</translation>
    </message>
    <message>
      <source>Memories are valleys: start on a slope and roll down into one</source>
      <translation>Erinnerungen sind Täler: am Hang beginnen und hinabrollen</translation>
    </message>
    <message>
      <source>Recall</source>
      <translation>Erinnern</translation>
    </message>
    <message>
      <source>Cross-talk</source>
      <translation>Übersprechen</translation>
    </message>
    <message>
      <source>Landscape</source>
      <translation>Landschaft</translation>
    </message>
    <message>
      <source>Capacity</source>
      <translation>Kapazität</translation>
    </message>
    <message>
      <source>noise</source>
      <translation>Rauschen</translation>
    </message>
    <message>
      <source>temperature</source>
      <translation>Temperatur</translation>
    </message>
    <message>
      <source>update</source>
      <translation>Änderung</translation>
    </message>
    <message>
      <source>One unit</source>
      <translation>Eine Einheit</translation>
    </message>
    <message>
      <source>All units</source>
      <translation>Alle Einheiten</translation>
    </message>
    <message>
      <source>one step is</source>
      <translation>ein Schritt ist</translation>
    </message>
    <message>
      <source>One neuron</source>
      <translation>Ein Neuron</translation>
    </message>
    <message>
      <source>One flip</source>
      <translation>Ein Wechsel</translation>
    </message>
    <message>
      <source>One sweep</source>
      <translation>Ein Durchgang</translation>
    </message>
    <message>
      <source>learning rule</source>
      <translation>Lernregel</translation>
    </message>
    <message>
      <source>Projection</source>
      <translation>Projektion</translation>
    </message>
    <message>
      <source>Dense</source>
      <translation>Dicht</translation>
    </message>
    <message>
      <source>memory to recall</source>
      <translation>gesuchte Erinnerung</translation>
    </message>
    <message>
      <source>start from</source>
      <translation>Anfang</translation>
    </message>
    <message>
      <source>Flipped units</source>
      <translation>Gekippte Einheiten</translation>
    </message>
    <message>
      <source>Half a memory</source>
      <translation>Halbe Erinnerung</translation>
    </message>
    <message>
      <source>Three mixed</source>
      <translation>Drei gemischt</translation>
    </message>
    <message>
      <source>Nothing</source>
      <translation>Nichts</translation>
    </message>
    <message>
      <source>memories</source>
      <translation>Erinnerungen</translation>
    </message>
    <message>
      <source>Drawn signs</source>
      <translation>Gezeichnete Zeichen</translation>
    </message>
    <message>
      <source>Letters</source>
      <translation>Buchstaben</translation>
    </message>
    <message>
      <source>Digits</source>
      <translation>Ziffern</translation>
    </message>
    <message>
      <source>Handwritten</source>
      <translation>Handschrift</translation>
    </message>
    <message>
      <source>Stripes</source>
      <translation>Streifen</translation>
    </message>
    <message>
      <source>how many</source>
      <translation>wie viele</translation>
    </message>
    <message>
      <source>load n/d</source>
      <translation>Last n/d</translation>
    </message>
    <message>
      <source>rows</source>
      <translation>Zeilen</translation>
    </message>
    <message>
      <source>columns</source>
      <translation>Spalten</translation>
    </message>
    <message>
      <source>threshold b</source>
      <translation>Schwelle b</translation>
    </message>
    <message>
      <source>order of the neurons</source>
      <translation>Reihenfolge der Neuronen</translation>
    </message>
    <message>
      <source>In turn</source>
      <translation>Der Reihe nach</translation>
    </message>
    <message>
      <source>Given</source>
      <translation>Gegeben</translation>
    </message>
    <message>
      <source>given order</source>
      <translation>gegebene Reihenfolge</translation>
    </message>
    <message>
      <source>brush</source>
      <translation>Pinsel</translation>
    </message>
    <message>
      <source>neurons in the sweep</source>
      <translation>Neuronen im Durchgang</translation>
    </message>
    <message>
      <source>energy</source>
      <translation>Energie</translation>
    </message>
    <message>
      <source>nearest to</source>
      <translation>am nächsten an</translation>
    </message>
    <message>
      <source>largest overlap</source>
      <translation>größte Überlappung</translation>
    </message>
    <message>
      <source>units that differ</source>
      <translation>verschiedene Einheiten</translation>
    </message>
    <message>
      <source>stable</source>
      <translation>stabil</translation>
    </message>
    <message>
      <source>flips</source>
      <translation>Wechsel</translation>
    </message>
    <message>
      <source>sweeps</source>
      <translation>Durchgänge</translation>
    </message>
    <message>
      <source>unstable bits</source>
      <translation>instabile Bits</translation>
    </message>
    <message>
      <source>Store the state as a memory</source>
      <translation>Zustand als Erinnerung speichern</translation>
    </message>
    <message>
      <source>Invert the state</source>
      <translation>Zustand umkehren</translation>
    </message>
    <message>
      <source>Clear the state</source>
      <translation>Zustand löschen</translation>
    </message>
    <message>
      <source>Measure the capacity</source>
      <translation>Kapazität messen</translation>
    </message>
    <message>
      <source>Measure the damage that is survived</source>
      <translation>Überlebten Schaden messen</translation>
    </message>
    <message>
      <source>Test the recall</source>
      <translation>Erinnern prüfen</translation>
    </message>
    <message>
      <source>Minimax games</source>
      <translation>Minimax-Spiele</translation>
    </message>
    <message>
      <source>Minimax</source>
      <translation>Minimax</translation>
    </message>
    <message>
      <source>One player minimises, the other maximises: where do the algorithms go?</source>
      <translation>Einer minimiert, einer maximiert: wohin gehen die Verfahren?</translation>
    </message>
    <message>
      <source>Paths</source>
      <translation>Wege</translation>
    </message>
    <message>
      <source>One step in slow motion</source>
      <translation>Ein Schritt in Zeitlupe</translation>
    </message>
    <message>
      <source>Stationary points and cycles</source>
      <translation>Stationäre Punkte und Zyklen</translation>
    </message>
    <message>
      <source>Map of starts</source>
      <translation>Karte der Starts</translation>
    </message>
    <message>
      <source>Map of step sizes</source>
      <translation>Karte der Schrittweiten</translation>
    </message>
    <message>
      <source>Angle to the solution</source>
      <translation>Winkel zur Lösung</translation>
    </message>
    <message>
      <source>game</source>
      <translation>Spiel</translation>
    </message>
    <message>
      <source>Any quadratic</source>
      <translation>Beliebig quadratisch</translation>
    </message>
    <message>
      <source>Monkey saddle</source>
      <translation>Affensattel</translation>
    </message>
    <message>
      <source>Weird saddle</source>
      <translation>Seltsamer Sattel</translation>
    </message>
    <message>
      <source>Almost bilinear</source>
      <translation>Fast bilinear</translation>
    </message>
    <message>
      <source>Forsaken</source>
      <translation>Verlassen</translation>
    </message>
    <message>
      <source>Tiny GAN</source>
      <translation>Winziges GAN</translation>
    </message>
    <message>
      <source>Your own formula</source>
      <translation>Eigene Formel</translation>
    </message>
    <message>
      <source>Matching pennies</source>
      <translation>Kopf oder Zahl</translation>
    </message>
    <message>
      <source>Rock, paper, scissors</source>
      <translation>Schere, Stein, Papier</translation>
    </message>
    <message>
      <source>Mixed strategies</source>
      <translation>Gemischte Strategien</translation>
    </message>
    <message>
      <source>payoff of x and y</source>
      <translation>Auszahlung von x und y</translation>
    </message>
    <message>
      <source>half the window</source>
      <translation>halbes Fenster</translation>
    </message>
    <message>
      <source>curvature a in x</source>
      <translation>Krümmung a in x</translation>
    </message>
    <message>
      <source>coupling b</source>
      <translation>Kopplung b</translation>
    </message>
    <message>
      <source>curvature c in y</source>
      <translation>Krümmung c in y</translation>
    </message>
    <message>
      <source>strength ε</source>
      <translation>Stärke ε</translation>
    </message>
    <message>
      <source>φ acts on</source>
      <translation>φ wirkt auf</translation>
    </message>
    <message>
      <source>Maximiser</source>
      <translation>Maximierer</translation>
    </message>
    <message>
      <source>Minimiser</source>
      <translation>Minimierer</translation>
    </message>
    <message>
      <source>constant</source>
      <translation>Konstante</translation>
    </message>
    <message>
      <source>pull a</source>
      <translation>Zug a</translation>
    </message>
    <message>
      <source>mean of the data</source>
      <translation>Mittel der Daten</translation>
    </message>
    <message>
      <source>spread of the data</source>
      <translation>Streuung der Daten</translation>
    </message>
    <message>
      <source>step size η</source>
      <translation>Schrittweite η</translation>
    </message>
    <message>
      <source>simultaneous</source>
      <translation>gleichzeitig</translation>
    </message>
    <message>
      <source>alternating</source>
      <translation>abwechselnd</translation>
    </message>
    <message>
      <source>proximal point</source>
      <translation>proximaler Punkt</translation>
    </message>
    <message>
      <source>extragradient</source>
      <translation>Extragradient</translation>
    </message>
    <message>
      <source>optimistic</source>
      <translation>optimistisch</translation>
    </message>
    <message>
      <source>reflected</source>
      <translation>gespiegelt</translation>
    </message>
    <message>
      <source>γ of EG+</source>
      <translation>γ von EG+</translation>
    </message>
    <message>
      <source>mirror descent</source>
      <translation>Spiegelabstieg</translation>
    </message>
    <message>
      <source>mirror-prox</source>
      <translation>Mirror-Prox</translation>
    </message>
    <message>
      <source>step sizes</source>
      <translation>Schrittweiten</translation>
    </message>
    <message>
      <source>Langevin players meet</source>
      <translation>Langevin-Spieler treffen</translation>
    </message>
    <message>
      <source>All others</source>
      <translation>Alle anderen</translation>
    </message>
    <message>
      <source>One other</source>
      <translation>Einen anderen</translation>
    </message>
    <message>
      <source>temperature τ</source>
      <translation>Temperatur τ</translation>
    </message>
    <message>
      <source>players</source>
      <translation>Spieler</translation>
    </message>
    <message>
      <source>gradient noise</source>
      <translation>Gradientenrauschen</translation>
    </message>
    <message>
      <source>iterations a step</source>
      <translation>Iterationen je Schritt</translation>
    </message>
    <message>
      <source>lattice of starts</source>
      <translation>Gitter der Starts</translation>
    </message>
    <message>
      <source>method in focus</source>
      <translation>Verfahren im Blick</translation>
    </message>
    <message>
      <source>level sets</source>
      <translation>Höhenlinien</translation>
    </message>
    <message>
      <source>cells of the map</source>
      <translation>Zellen der Karte</translation>
    </message>
    <message>
      <source>iterations of the map</source>
      <translation>Iterationen der Karte</translation>
    </message>
    <message>
      <source>start</source>
      <translation>Start</translation>
    </message>
    <message>
      <source>first strategy of x</source>
      <translation>erste Strategie von x</translation>
    </message>
    <message>
      <source>first strategy of y</source>
      <translation>erste Strategie von y</translation>
    </message>
    <message>
      <source>state</source>
      <translation>Zustand</translation>
    </message>
    <message>
      <source>rate</source>
      <translation>Rate</translation>
    </message>
    <message>
      <source>period of the cycle</source>
      <translation>Periode des Zyklus</translation>
    </message>
    <message>
      <source>mean radius of the cycle</source>
      <translation>mittlerer Radius des Zyklus</translation>
    </message>
    <message>
      <source>exploitability of the average</source>
      <translation>Ausnutzbarkeit des Mittels</translation>
    </message>
    <message>
      <source>share in the trap</source>
      <translation>Anteil in der Falle</translation>
    </message>
    <message>
      <source>iterations</source>
      <translation>Iterationen</translation>
    </message>
    <message>
      <source>stationary points</source>
      <translation>stationäre Punkte</translation>
    </message>
    <message>
      <source>the solution is</source>
      <translation>die Lösung ist</translation>
    </message>
    <message>
      <source>closed orbits of the flow</source>
      <translation>geschlossene Bahnen des Flusses</translation>
    </message>
    <message>
      <source>map of starts</source>
      <translation>Karte der Starts</translation>
    </message>
    <message>
      <source>measured rates</source>
      <translation>gemessene Raten</translation>
    </message>
    <message>
      <source>gap to the proximal step</source>
      <translation>Abstand zum proximalen Schritt</translation>
    </message>
    <message>
      <source>mixed equilibria</source>
      <translation>gemischte Gleichgewichte</translation>
    </message>
    <message>
      <source>Perceptron and margins</source>
      <translation>Perzeptron und Ränder</translation>
    </message>
    <message>
      <source>Learn only from mistakes, and know how many there can be</source>
      <translation>Nur aus Fehlern lernen, und wissen, wie viele es sein können</translation>
    </message>
    <message>
      <source>Weight space</source>
      <translation>Gewichtsraum</translation>
    </message>
    <message>
      <source>data</source>
      <translation>Daten</translation>
    </message>
    <message>
      <source>Separable blobs</source>
      <translation>Trennbare Wolken</translation>
    </message>
    <message>
      <source>Moons</source>
      <translation>Monde</translation>
    </message>
    <message>
      <source>Circles</source>
      <translation>Kreise</translation>
    </message>
    <message>
      <source>Random labels</source>
      <translation>Zufällige Klassen</translation>
    </message>
    <message>
      <source>Contradiction</source>
      <translation>Widerspruch</translation>
    </message>
    <message>
      <source>Offset pair</source>
      <translation>Versetztes Paar</translation>
    </message>
    <message>
      <source>Iris</source>
      <translation>Iris</translation>
    </message>
    <message>
      <source>Your own points</source>
      <translation>Eigene Punkte</translation>
    </message>
    <message>
      <source>points</source>
      <translation>Punkte</translation>
    </message>
    <message>
      <source>margin of the blobs</source>
      <translation>Rand der Wolken</translation>
    </message>
    <message>
      <source>label noise</source>
      <translation>Klassenrauschen</translation>
    </message>
    <message>
      <source>blue species</source>
      <translation>blaue Art</translation>
    </message>
    <message>
      <source>orange species</source>
      <translation>orange Art</translation>
    </message>
    <message>
      <source>feature across</source>
      <translation>Merkmal quer</translation>
    </message>
    <message>
      <source>sepal length</source>
      <translation>Kelchblattlänge</translation>
    </message>
    <message>
      <source>sepal width</source>
      <translation>Kelchblattbreite</translation>
    </message>
    <message>
      <source>petal length</source>
      <translation>Kronblattlänge</translation>
    </message>
    <message>
      <source>petal width</source>
      <translation>Kronblattbreite</translation>
    </message>
    <message>
      <source>feature up</source>
      <translation>Merkmal hoch</translation>
    </message>
    <message>
      <source>blue digit</source>
      <translation>blaue Ziffer</translation>
    </message>
    <message>
      <source>orange digit</source>
      <translation>orange Ziffer</translation>
    </message>
    <message>
      <source>what is a mistake</source>
      <translation>was ein Fehler ist</translation>
    </message>
    <message>
      <source>Wrong sign</source>
      <translation>Falsches Vorzeichen</translation>
    </message>
    <message>
      <source>Wrong or zero</source>
      <translation>Falsch oder null</translation>
    </message>
    <message>
      <source>order of the points</source>
      <translation>Reihenfolge der Punkte</translation>
    </message>
    <message>
      <source>Cyclic</source>
      <translation>Zyklisch</translation>
    </message>
    <message>
      <source>Shuffled</source>
      <translation>Gemischt</translation>
    </message>
    <message>
      <source>bias</source>
      <translation>Schwellwert</translation>
    </message>
    <message>
      <source>variant</source>
      <translation>Variante</translation>
    </message>
    <message>
      <source>Classic</source>
      <translation>Klassisch</translation>
    </message>
    <message>
      <source>Averaged</source>
      <translation>Gemittelt</translation>
    </message>
    <message>
      <source>Pocket</source>
      <translation>Pocket</translation>
    </message>
    <message>
      <source>One point</source>
      <translation>Ein Punkt</translation>
    </message>
    <message>
      <source>One mistake</source>
      <translation>Ein Fehler</translation>
    </message>
    <message>
      <source>One pass</source>
      <translation>Ein Durchgang</translation>
    </message>
    <message>
      <source>mistakes</source>
      <translation>Fehler</translation>
    </message>
    <message>
      <source>points misclassified</source>
      <translation>falsch eingeordnete Punkte</translation>
    </message>
    <message>
      <source>smallest margin</source>
      <translation>kleinster Rand</translation>
    </message>
    <message>
      <source>largest margin possible</source>
      <translation>größter möglicher Rand</translation>
    </message>
    <message>
      <source>separable</source>
      <translation>trennbar</translation>
    </message>
    <message>
      <source>passes</source>
      <translation>Durchgänge</translation>
    </message>
    <message>
      <source>period in passes</source>
      <translation>Periode in Durchgängen</translation>
    </message>
    <message>
      <source>separable labelings</source>
      <translation>trennbare Klassierungen</translation>
    </message>
    <message>
      <source>Cover's number</source>
      <translation>Covers Zahl</translation>
    </message>
    <message>
      <source>separable share</source>
      <translation>trennbarer Anteil</translation>
    </message>
    <message>
      <source>samples, largest error</source>
      <translation>Stichproben, größter Fehler</translation>
    </message>
    <message>
      <source>Relabel at random</source>
      <translation>Zufällig neu einteilen</translation>
    </message>
    <message>
      <source>Remove all points</source>
      <translation>Alle Punkte entfernen</translation>
    </message>
    <message>
      <source>Count separable labelings</source>
      <translation>Trennbare Klassierungen zählen</translation>
    </message>
    <message>
      <source>Sample in 10 dimensions</source>
      <translation>In 10 Dimensionen ziehen</translation>
    </message>
    <message>
      <source>Try all logic units</source>
      <translation>Alle logischen Einheiten versuchen</translation>
    </message>
    <message>
      <source>Test the bound</source>
      <translation>Schranke prüfen</translation>
    </message>
    <message>
      <source>Test the version space</source>
      <translation>Versionsraum prüfen</translation>
    </message>
    <message>
      <source>Test the norm inequalities</source>
      <translation>Normungleichungen prüfen</translation>
    </message>
    <message>
      <source>ReLU linear regions</source>
      <translation>Lineare Gebiete von ReLU</translation>
    </message>
    <message>
      <source>A ReLU net is flat pieces: count them, fold them, watch them move as it learns</source>
      <translation>Ein ReLU-Netz besteht aus ebenen Stücken: zählen, falten, beim Lernen zusehen</translation>
    </message>
    <message>
      <source>Regions</source>
      <translation>Gebiete</translation>
    </message>
    <message>
      <source>Net</source>
      <translation>Netz</translation>
    </message>
    <message>
      <source>Profile</source>
      <translation>Profil</translation>
    </message>
    <message>
      <source>Counts</source>
      <translation>Anzahlen</translation>
    </message>
    <message>
      <source>colour</source>
      <translation>Farbe</translation>
    </message>
    <message>
      <source>Output</source>
      <translation>Ausgabe</translation>
    </message>
    <message>
      <source>Slope</source>
      <translation>Steigung</translation>
    </message>
    <message>
      <source>Last kink</source>
      <translation>Letzter Knick</translation>
    </message>
    <message>
      <source>Linear regions</source>
      <translation>Lineare Gebiete</translation>
    </message>
    <message>
      <source>Activation regions</source>
      <translation>Aktivierungsgebiete</translation>
    </message>
    <message>
      <source>hidden units</source>
      <translation>verborgene Einheiten</translation>
    </message>
    <message>
      <source>Fold</source>
      <translation>Faltung</translation>
    </message>
    <message>
      <source>Sawtooth</source>
      <translation>Sägezahn</translation>
    </message>
    <message>
      <source>Dead and double</source>
      <translation>Tot und doppelt</translation>
    </message>
    <message>
      <source>initialisation</source>
      <translation>Initialisierung</translation>
    </message>
    <message>
      <source>Orthogonal</source>
      <translation>Orthogonal</translation>
    </message>
    <message>
      <source>spread of the biases</source>
      <translation>Streuung der Schwellwerte</translation>
    </message>
    <message>
      <source>optimiser</source>
      <translation>Optimierer</translation>
    </message>
    <message>
      <source>Momentum</source>
      <translation>Impuls</translation>
    </message>
    <message>
      <source>Plain</source>
      <translation>Schlicht</translation>
    </message>
    <message>
      <source>updates a step</source>
      <translation>Änderungen je Schritt</translation>
    </message>
    <message>
      <source>batch</source>
      <translation>Stapel</translation>
    </message>
    <message>
      <source>Spirals</source>
      <translation>Spiralen</translation>
    </message>
    <message>
      <source>Sine (one input)</source>
      <translation>Sinus (ein Eingang)</translation>
    </message>
    <message>
      <source>Steps (one input)</source>
      <translation>Stufen (ein Eingang)</translation>
    </message>
    <message>
      <source>Broken line (one input)</source>
      <translation>Streckenzug (ein Eingang)</translation>
    </message>
    <message>
      <source>slope on the left</source>
      <translation>Steigung links</translation>
    </message>
    <message>
      <source>slope on the right</source>
      <translation>Steigung rechts</translation>
    </message>
    <message>
      <source>nets at once</source>
      <translation>Netze zugleich</translation>
    </message>
    <message>
      <source>One wide layer</source>
      <translation>Eine breite Schicht</translation>
    </message>
    <message>
      <source>net shown</source>
      <translation>gezeigtes Netz</translation>
    </message>
    <message>
      <source>activation regions</source>
      <translation>Aktivierungsgebiete</translation>
    </message>
    <message>
      <source>linear regions</source>
      <translation>lineare Gebiete</translation>
    </message>
    <message>
      <source>on the whole plane</source>
      <translation>auf der ganzen Ebene</translation>
    </message>
    <message>
      <source>some such net has</source>
      <translation>ein solches Netz hat</translation>
    </message>
    <message>
      <source>no such net exceeds</source>
      <translation>kein solches Netz übertrifft</translation>
    </message>
    <message>
      <source>dead units</source>
      <translation>tote Einheiten</translation>
    </message>
    <message>
      <source>Permute the units</source>
      <translation>Einheiten vertauschen</translation>
    </message>
    <message>
      <source>Count all regions</source>
      <translation>Alle Gebiete zählen</translation>
    </message>
    <message>
      <source>Count the whole plane</source>
      <translation>Ganze Ebene zählen</translation>
    </message>
    <message>
      <source>Count by depth and width</source>
      <translation>Nach Tiefe und Breite zählen</translation>
    </message>
    <message>
      <source>Count along the line</source>
      <translation>Entlang der Linie zählen</translation>
    </message>
    <message>
      <source>Test the theorems</source>
      <translation>Sätze prüfen</translation>
    </message>
    <message>
      <source>GCN</source>
      <translation>GCN</translation>
    </message>
    <message>
      <source>SAGE</source>
      <translation>SAGE</translation>
    </message>
    <message>
      <source>GAT</source>
      <translation>GAT</translation>
    </message>
    <message>
      <source>GIN</source>
      <translation>GIN</translation>
    </message>
    <message>
      <source>PairNorm</source>
      <translation>PairNorm</translation>
    </message>
    <message>
      <source>Les Misérables</source>
      <translation>Les Misérables</translation>
    </message>
    <message>
      <source>Hebb</source>
      <translation>Hebb</translation>
    </message>
    <message>
      <source>Storkey</source>
      <translation>Storkey</translation>
    </message>
    <message>
      <source>x y</source>
      <translation>x y</translation>
    </message>
    <message>
      <source>x² − y²</source>
      <translation>x² − y²</translation>
    </message>
    <message>
      <source>Polar</source>
      <translation>Polar</translation>
    </message>
    <message>
      <source>EG+</source>
      <translation>EG+</translation>
    </message>
    <message>
      <source>AdaptiveEG+</source>
      <translation>AdaptiveEG+</translation>
    </message>
    <message>
      <source>CurvatureEG+</source>
      <translation>CurvatureEG+</translation>
    </message>
    <message>
      <source>Adam</source>
      <translation>Adam</translation>
    </message>
    <message>
      <source>η</source>
      <translation>η</translation>
    </message>
    <message>
      <source>η / √t</source>
      <translation>η / √t</translation>
    </message>
    <message>
      <source>Langevin</source>
      <translation>Langevin</translation>
    </message>
    <message>
      <source>Cover</source>
      <translation>Cover</translation>
    </message>
    <message>
      <source>AND</source>
      <translation>AND</translation>
    </message>
    <message>
      <source>OR</source>
      <translation>OR</translation>
    </message>
    <message>
      <source>XOR</source>
      <translation>XOR</translation>
    </message>
    <message>
      <source>setosa</source>
      <translation>setosa</translation>
    </message>
    <message>
      <source>versicolor</source>
      <translation>versicolor</translation>
    </message>
    <message>
      <source>virginica</source>
      <translation>virginica</translation>
    </message>
    <message>
      <source>He</source>
      <translation>He</translation>
    </message>
    <message>
      <source>LeCun</source>
      <translation>LeCun</translation>
    </message>
    <message>
      <source>Glorot</source>
      <translation>Glorot</translation>
    </message>
    <message>
      <source>NTK</source>
      <translation>NTK</translation>
    </message>
    <message>
      <source>{} or {}</source>
      <translation>{} oder {}</translation>
    </message>
    <message>
      <source>space</source>
      <translation>Leertaste</translation>
    </message>
    <message>
      <source>home</source>
      <translation>Pos1</translation>
    </message>
    <message>
      <source>shift</source>
      <translation>Umschalt</translation>
    </message>
    <message>
      <source>ctrl</source>
      <translation>Strg</translation>
    </message>
    <message>
      <source>esc</source>
      <translation>Esc</translation>
    </message>
    <message>
      <source>PgDown</source>
      <translation>Bild ab</translation>
    </message>
    <message>
      <source>PgUp</source>
      <translation>Bild auf</translation>
    </message>
    <message>
      <source>Backspace</source>
      <translation>Rücktaste</translation>
    </message>
    <message>
      <source>plus</source>
      <translation>Plus</translation>
    </message>
    <message>
      <source>minus</source>
      <translation>Minus</translation>
    </message>
    <message>
      <source>There is no link in the clipboard</source>
      <translation>In der Zwischenablage ist kein Link</translation>
    </message>
    <message>
      <source>The picture and its link are in the clipboard</source>
      <translation>Das Bild und sein Link sind in der Zwischenablage</translation>
    </message>
    <message>
      <source>QR code</source>
      <translation>QR-Code</translation>
    </message>
    <message>
      <source>The picture is in the clipboard; {}</source>
      <translation>Das Bild ist in der Zwischenablage; {}</translation>
    </message>
    <message>
      <source>Open a scene, lesson or data file</source>
      <translation>Szene, Lektion oder Datendatei öffnen</translation>
    </message>
    <message>
      <source>Save the lesson</source>
      <translation>Lektion sichern</translation>
    </message>
    <message>
      <source>Open a file</source>
      <translation>Datei öffnen</translation>
    </message>
    <message>
      <source>Open a scene or lesson</source>
      <translation>Szene oder Lektion öffnen</translation>
    </message>
    <message>
      <source>Lesson: record one, or stop and save it</source>
      <translation>Lektion: aufnehmen, oder anhalten und sichern</translation>
    </message>
    <message>
      <source>Open the link in the clipboard</source>
      <translation>Link aus der Zwischenablage öffnen</translation>
    </message>
    <message>
      <source>Copy the picture and its link</source>
      <translation>Bild und Link kopieren</translation>
    </message>
    <message>
      <source>Share the scene by a link or QR code</source>
      <translation>Szene als Link oder QR-Code teilen</translation>
    </message>
    <message>
      <source>Recording a lesson</source>
      <translation>Eine Lektion wird aufgenommen</translation>
    </message>
    <message>
      <source>Stop and save</source>
      <translation>Anhalten und sichern</translation>
    </message>
    <message>
      <source>Saved {}: {} beat{}</source>
      <translation>Gesichert: {} mit {} Abschnitten</translation>
    </message>
    <message>
      <source>Still recording</source>
      <translation>Die Aufnahme läuft noch</translation>
    </message>
    <message>
      <source>QR code of the link</source>
      <translation>QR-Code des Links</translation>
    </message>
    <message>
      <source>Not now</source>
      <translation>Nicht jetzt</translation>
    </message>
    <message>
      <source>Share this scene</source>
      <translation>Diese Szene teilen</translation>
    </message>
    <message>
      <source>Copy the link</source>
      <translation>Link kopieren</translation>
    </message>
    <message>
      <source>A link of {} letters. It opens the same run wherever the program is installed.</source>
      <translation>Ein Link von {} Zeichen. Er öffnet denselben Lauf, wo immer das Programm installiert ist.</translation>
    </message>
    <message>
      <source>A link of {} letters: too many for a QR code. Copy it, or save the scene.</source>
      <translation>Ein Link von {} Zeichen: zu viele für einen QR-Code. Kopieren Sie ihn, oder sichern Sie die Szene.</translation>
    </message>
    <message>
      <source>Lesson: {}</source>
      <translation>Lektion: {}</translation>
    </message>
    <message>
      <source>Any command, panel, lesson or preset</source>
      <translation>Befehl, Tafel, Lektion oder Vorgabe</translation>
    </message>
    <message>
      <source>Forward: data to noise</source>
      <translation>Vorwärts: Daten zu Rauschen</translation>
    </message>
    <message>
      <source>Reverse: noise to data</source>
      <translation>Rückwärts: Rauschen zu Daten</translation>
    </message>
    <message>
      <source>Denoising: one jump or many steps</source>
      <translation>Entrauschen: ein Sprung oder viele Schritte</translation>
    </message>
    <message>
      <source>Learning the score</source>
      <translation>Score lernen</translation>
    </message>
    <message>
      <source>Langevin sampling</source>
      <translation>Langevin-Stichproben</translation>
    </message>
    <message>
      <source>What the score does not see</source>
      <translation>Was der Score nicht sieht</translation>
    </message>
    <message>
      <source>Two modes on a line</source>
      <translation>Zwei Moden auf der Geraden</translation>
    </message>
    <message>
      <source>Three modes on a line</source>
      <translation>Drei Moden auf der Geraden</translation>
    </message>
    <message>
      <source>Two Gaussians</source>
      <translation>Zwei Gaußverteilungen</translation>
    </message>
    <message>
      <source>Eight Gaussians</source>
      <translation>Acht Gaußverteilungen</translation>
    </message>
    <message>
      <source>25 Gaussians</source>
      <translation>25 Gaußverteilungen</translation>
    </message>
    <message>
      <source>Unequal masses</source>
      <translation>Ungleiche Massen</translation>
    </message>
    <message>
      <source>Two moons</source>
      <translation>Zwei Monde</translation>
    </message>
    <message>
      <source>Swiss roll</source>
      <translation>Biskuitrolle</translation>
    </message>
    <message>
      <source>Checkerboard</source>
      <translation>Schachbrett</translation>
    </message>
    <message>
      <source>Pinwheel</source>
      <translation>Windrad</translation>
    </message>
    <message>
      <source>Your own drawing</source>
      <translation>Eigene Zeichnung</translation>
    </message>
    <message>
      <source>width of a Gaussian</source>
      <translation>Breite einer Gaußverteilung</translation>
    </message>
    <message>
      <source>training examples</source>
      <translation>Trainingsbeispiele</translation>
    </message>
    <message>
      <source>noise schedule</source>
      <translation>Rauschplan</translation>
    </message>
    <message>
      <source>Linear β</source>
      <translation>Lineares β</translation>
    </message>
    <message>
      <source>Scaled linear β</source>
      <translation>Skaliert lineares β</translation>
    </message>
    <message>
      <source>Cosine</source>
      <translation>Kosinus</translation>
    </message>
    <message>
      <source>Exploding σ</source>
      <translation>Wachsendes σ</translation>
    </message>
    <message>
      <source>Drawn by you</source>
      <translation>Selbst gezeichnet</translation>
    </message>
    <message>
      <source>levels of noise T</source>
      <translation>Rauschstufen T</translation>
    </message>
    <message>
      <source>steps</source>
      <translation>Schritte</translation>
    </message>
    <message>
      <source>levels visited</source>
      <translation>besuchte Stufen</translation>
    </message>
    <message>
      <source>Even in t</source>
      <translation>Gleichmäßig in t</translation>
    </message>
    <message>
      <source>Denser near data</source>
      <translation>Dichter bei den Daten</translation>
    </message>
    <message>
      <source>Even in log SNR</source>
      <translation>Gleichmäßig in log SNR</translation>
    </message>
    <message>
      <source>particles</source>
      <translation>Teilchen</translation>
    </message>
    <message>
      <source>particles followed</source>
      <translation>verfolgte Teilchen</translation>
    </message>
    <message>
      <source>sampler in focus</source>
      <translation>Verfahren im Blick</translation>
    </message>
    <message>
      <source>DDPM</source>
      <translation>DDPM</translation>
    </message>
    <message>
      <source>DDIM</source>
      <translation>DDIM</translation>
    </message>
    <message>
      <source>SDE</source>
      <translation>SDE</translation>
    </message>
    <message>
      <source>ODE</source>
      <translation>ODE</translation>
    </message>
    <message>
      <source>annealed Langevin</source>
      <translation>abgekühltes Langevin</translation>
    </message>
    <message>
      <source>corrector</source>
      <translation>Korrektor</translation>
    </message>
    <message>
      <source>samplers</source>
      <translation>Verfahren</translation>
    </message>
    <message>
      <source>One large</source>
      <translation>Eines groß</translation>
    </message>
    <message>
      <source>Side by side</source>
      <translation>Nebeneinander</translation>
    </message>
    <message>
      <source>fresh noise η</source>
      <translation>frisches Rauschen η</translation>
    </message>
    <message>
      <source>Langevin steps a level</source>
      <translation>Langevin-Schritte je Stufe</translation>
    </message>
    <message>
      <source>score</source>
      <translation>Score</translation>
    </message>
    <message>
      <source>Of the examples</source>
      <translation>Der Beispiele</translation>
    </message>
    <message>
      <source>Learned</source>
      <translation>Gelernt</translation>
    </message>
    <message>
      <source>error in the score</source>
      <translation>Fehler im Score</translation>
    </message>
    <message>
      <source>guidance w</source>
      <translation>Führung w</translation>
    </message>
    <message>
      <source>wanted label</source>
      <translation>gewünschte Klasse</translation>
    </message>
    <message>
      <source>Blue</source>
      <translation>Blau</translation>
    </message>
    <message>
      <source>Orange</source>
      <translation>Orange</translation>
    </message>
    <message>
      <source>level of noise t/T</source>
      <translation>Rauschstufe t/T</translation>
    </message>
    <message>
      <source>level shown t/T</source>
      <translation>gezeigte Stufe t/T</translation>
    </message>
    <message>
      <source>Noise prediction</source>
      <translation>Rauschvorhersage</translation>
    </message>
    <message>
      <source>Denoising score matching</source>
      <translation>Entrauschendes Score-Matching</translation>
    </message>
    <message>
      <source>Sliced score matching</source>
      <translation>Geschnittenes Score-Matching</translation>
    </message>
    <message>
      <source>Hyvärinen's loss</source>
      <translation>Hyvärinens Verlust</translation>
    </message>
    <message>
      <source>fresh examples</source>
      <translation>frische Beispiele</translation>
    </message>
    <message>
      <source>target</source>
      <translation>Ziel</translation>
    </message>
    <message>
      <source>The data</source>
      <translation>Die Daten</translation>
    </message>
    <message>
      <source>Gaussian</source>
      <translation>Gauß</translation>
    </message>
    <message>
      <source>Stiff Gaussian</source>
      <translation>Steifer Gauß</translation>
    </message>
    <message>
      <source>Dirichlet</source>
      <translation>Dirichlet</translation>
    </message>
    <message>
      <source>unadjusted</source>
      <translation>unkorrigiert</translation>
    </message>
    <message>
      <source>adjusted</source>
      <translation>korrigiert</translation>
    </message>
    <message>
      <source>underdamped</source>
      <translation>unterdämpft</translation>
    </message>
    <message>
      <source>random walk</source>
      <translation>Irrfahrt</translation>
    </message>
    <message>
      <source>mirrored</source>
      <translation>gespiegelt</translation>
    </message>
    <message>
      <source>chain in focus</source>
      <translation>Kette im Blick</translation>
    </message>
    <message>
      <source>step size</source>
      <translation>Schrittweite</translation>
    </message>
    <message>
      <source>friction γ</source>
      <translation>Reibung γ</translation>
    </message>
    <message>
      <source>distance of the modes</source>
      <translation>Abstand der Moden</translation>
    </message>
    <message>
      <source>mass of the left mode</source>
      <translation>Masse der linken Mode</translation>
    </message>
    <message>
      <source>task</source>
      <translation>Aufgabe</translation>
    </message>
    <message>
      <source>Generate</source>
      <translation>Erzeugen</translation>
    </message>
    <message>
      <source>Inpaint</source>
      <translation>Ergänzen</translation>
    </message>
    <message>
      <source>digit</source>
      <translation>Ziffer</translation>
    </message>
    <message>
      <source>score arrows</source>
      <translation>Score-Pfeile</translation>
    </message>
    <message>
      <source>level t</source>
      <translation>Stufe t</translation>
    </message>
    <message>
      <source>ᾱ</source>
      <translation>ᾱ</translation>
    </message>
    <message>
      <source>signal to noise</source>
      <translation>Signal zu Rauschen</translation>
    </message>
    <message>
      <source>energy distance</source>
      <translation>Energieabstand</translation>
    </message>
    <message>
      <source>sliced Wasserstein</source>
      <translation>geschnittener Wasserstein</translation>
    </message>
    <message>
      <source>error of the masses</source>
      <translation>Fehler der Massen</translation>
    </message>
    <message>
      <source>modes covered</source>
      <translation>abgedeckte Moden</translation>
    </message>
    <message>
      <source>mean of |x|²</source>
      <translation>Mittel von |x|²</translation>
    </message>
    <message>
      <source>error of the moments</source>
      <translation>Fehler der Momente</translation>
    </message>
    <message>
      <source>after one jump</source>
      <translation>nach einem Sprung</translation>
    </message>
    <message>
      <source>after small steps</source>
      <translation>nach kleinen Schritten</translation>
    </message>
    <message>
      <source>spread of the posterior</source>
      <translation>Streuung der Rückrechnung</translation>
    </message>
    <message>
      <source>Tweedie's gap</source>
      <translation>Tweedies Abstand</translation>
    </message>
    <message>
      <source>averaged over</source>
      <translation>gemittelt über</translation>
    </message>
    <message>
      <source>spread over the target's</source>
      <translation>Streuung durch die des Ziels</translation>
    </message>
    <message>
      <source>accepted</source>
      <translation>angenommen</translation>
    </message>
    <message>
      <source>modes visited</source>
      <translation>besuchte Moden</translation>
    </message>
    <message>
      <source>spread in theory</source>
      <translation>Streuung in der Theorie</translation>
    </message>
    <message>
      <source>error of the mean</source>
      <translation>Fehler des Mittels</translation>
    </message>
    <message>
      <source>error of the score</source>
      <translation>Fehler des Scores</translation>
    </message>
    <message>
      <source>error at this level</source>
      <translation>Fehler auf dieser Stufe</translation>
    </message>
    <message>
      <source>updates</source>
      <translation>Änderungen</translation>
    </message>
    <message>
      <source>Fisher divergence</source>
      <translation>Fisher-Divergenz</translation>
    </message>
    <message>
      <source>total variation</source>
      <translation>totale Variation</translation>
    </message>
    <message>
      <source>KL divergence</source>
      <translation>KL-Divergenz</translation>
    </message>
    <message>
      <source>to the nearest training digit</source>
      <translation>zur nächsten Trainingsziffer</translation>
    </message>
    <message>
      <source>frequencies above the noise</source>
      <translation>Frequenzen über dem Rauschen</translation>
    </message>
    <message>
      <source>samples by the net</source>
      <translation>Stichproben des Netzes</translation>
    </message>
    <message>
      <source>Keep this net</source>
      <translation>Dieses Netz behalten</translation>
    </message>
    <message>
      <source>Hide another half</source>
      <translation>Andere Hälfte verbergen</translation>
    </message>
    <message>
      <source>Diffusion, backwards</source>
      <translation>Diffusion, rückwärts</translation>
    </message>
    <message>
      <source>Generative models</source>
      <translation>Generative Modelle</translation>
    </message>
    <message>
      <source>Noise turns into data by following the score</source>
      <translation>Rauschen wird zu Daten, indem es dem Score folgt</translation>
    </message>
    <message>
      <source>Recording</source>
      <translation>Aufnahme</translation>
    </message>
    <message>
      <source>A lesson of {} beats, about {} minutes</source>
      <translation>Eine Lektion von {} Abschnitten, etwa {} Minuten</translation>
    </message>
    <message>
      <source>A lesson of {} beats</source>
      <translation>Eine Lektion von {} Abschnitten</translation>
    </message>
    <message>
      <source>Kept runs</source>
      <translation>Behaltene Läufe</translation>
    </message>
    <message>
      <source>Hide the run before</source>
      <translation>Den Lauf davor verbergen</translation>
    </message>
    <message>
      <source>Close the list</source>
      <translation>Liste schließen</translation>
    </message>
    <message>
      <source>Name of this run</source>
      <translation>Name dieses Laufs</translation>
    </message>
    <message>
      <source>Name of kept run {}</source>
      <translation>Name des behaltenen Laufs {}</translation>
    </message>
    <message>
      <source>This run</source>
      <translation>Dieser Lauf</translation>
    </message>
    <message>
      <source>Type a name for this run</source>
      <translation>Namen für diesen Lauf eingeben</translation>
    </message>
    <message>
      <source>On the stage</source>
      <translation>Auf der Bühne</translation>
    </message>
    <message>
      <source>Go there</source>
      <translation>Dorthin</translation>
    </message>
    <message>
      <source>to step {}</source>
      <translation>bis Schritt {}</translation>
    </message>
    <message>
      <source>Scrub back, change something: the run so far is kept here</source>
      <translation>Zurückgehen und etwas ändern: der bisherige Lauf bleibt hier</translation>
    </message>
    <message>
      <source>Phase map</source>
      <translation>Phasenkarte</translation>
    </message>
    <message>
      <source>Steps of each run</source>
      <translation>Schritte je Lauf</translation>
    </message>
    <message>
      <source>How many steps each run takes</source>
      <translation>Wie viele Schritte jeder Lauf macht</translation>
    </message>
    <message>
      <source>Compute</source>
      <translation>Rechnen</translation>
    </message>
    <message>
      <source>Close the map</source>
      <translation>Karte schließen</translation>
    </message>
    <message>
      <source>{} of {} runs{} · click a cell to enter its run</source>
      <translation>{} von {} Läufen{} · Klick auf eine Zelle öffnet ihren Lauf</translation>
    </message>
    <message>
      <source>Steps</source>
      <translation>Schritte</translation>
    </message>
    <message>
      <source>Every cell is a run with these two parameters from its start</source>
      <translation>Jede Zelle ist ein Lauf mit diesen zwei Parametern von Anfang an</translation>
    </message>
    <message>
      <source>Steps must be a whole number from 0 to {}</source>
      <translation>Schritte müssen eine ganze Zahl von 0 bis {} sein</translation>
    </message>
    <message>
      <source>A map has two different parameters</source>
      <translation>Eine Karte hat zwei verschiedene Parameter</translation>
    </message>
    <message>
      <source>{} It stays until the run begins anew.</source>
      <translation>{} Sie bleibt, bis der Lauf neu beginnt.</translation>
    </message>
    <message>
      <source>Your guess is {}° off the line.</source>
      <translation>Ihre Vermutung weicht {}° von der Geraden ab.</translation>
    </message>
    <message>
      <source>Your path is {} off on average.</source>
      <translation>Ihr Weg weicht im Mittel um {} ab.</translation>
    </message>
    <message>
      <source>Laws of the samplers</source>
      <translation>Verteilungen der Verfahren</translation>
    </message>
    <message>
      <source>error against steps</source>
      <translation>Fehler gegen Schritte</translation>
    </message>
    <message>
      <source>error of the score of examples</source>
      <translation>Fehler des Scores der Beispiele</translation>
    </message>
    <message>
      <source>the bound by level</source>
      <translation>die Schranke nach Stufe</translation>
    </message>
    <message>
      <source>error against error of the score</source>
      <translation>Fehler gegen Fehler des Scores</translation>
    </message>
    <message>
      <source>Written{}</source>
      <translation>Geschrieben{}</translation>
    </message>
    <message>
      <source>Show it</source>
      <translation>Zeigen</translation>
    </message>
    <message>
      <source>The report could not be written</source>
      <translation>Der Bericht konnte nicht geschrieben werden</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>Fortschritt</translation>
    </message>
    <message>
      <source>Hide</source>
      <translation>Verbergen</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>Exportieren</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>The metrics of steps 0 to {}{}</source>
      <translation>Die Messwerte der Schritte 0 bis {}{}</translation>
    </message>
    <message>
      <source>Step {}{}</source>
      <translation>Schritt {}{}</translation>
    </message>
    <message>
      <source>The engine restarted; nothing was lost{}</source>
      <translation>Das Rechenwerk wurde neu gestartet; nichts ging verloren{}</translation>
    </message>
    <message>
      <source>Export a picture, film or table</source>
      <translation>Bild, Film oder Tabelle exportieren</translation>
    </message>
    <message>
      <source>Write a report for a fault</source>
      <translation>Bericht über einen Fehler schreiben</translation>
    </message>
    <message>
      <source>Show the reports</source>
      <translation>Berichte zeigen</translation>
    </message>
    <message>
      <source>Help</source>
      <translation>Hilfe</translation>
    </message>
    <message>
      <source>Shows this chapter alone</source>
      <translation>Zeigt nur dieses Kapitel</translation>
    </message>
    <message>
      <source>Shows the panels of all chapters</source>
      <translation>Zeigt die Tafeln aller Kapitel</translation>
    </message>
    <message>
      <source>Skip the tour</source>
      <translation>Rundgang beenden</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>Fertig</translation>
    </message>
    <message>
      <source>Back</source>
      <translation>Zurück</translation>
    </message>
    <message>
      <source>Handbook</source>
      <translation>Handbuch</translation>
    </message>
    <message>
      <source>Close the handbook</source>
      <translation>Handbuch schließen</translation>
    </message>
    <message>
      <source>Pages</source>
      <translation>Seiten</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>Seite</translation>
    </message>
    <message>
      <source>The tour is over; it is in the help menu</source>
      <translation>Der Rundgang ist zu Ende; er steht im Menü Hilfe</translation>
    </message>
    <message>
      <source>The tour is in the help menu</source>
      <translation>Der Rundgang steht im Menü Hilfe</translation>
    </message>
    <message>
      <source>Welcome page</source>
      <translation>Willkommensseite</translation>
    </message>
    <message>
      <source>Welcome: play</source>
      <translation>Willkommen: spielen</translation>
    </message>
    <message>
      <source>Welcome: teach</source>
      <translation>Willkommen: lehren</translation>
    </message>
    <message>
      <source>Welcome: make figures</source>
      <translation>Willkommen: Bilder machen</translation>
    </message>
    <message>
      <source>Tour of the window</source>
      <translation>Rundgang durch das Fenster</translation>
    </message>
    <message>
      <source>What is this?</source>
      <translation>Was ist das?</translation>
    </message>
    <message>
      <source>Any command, key, panel, preset, lesson or note</source>
      <translation>Befehl, Taste, Tafel, Beispiel, Lektion oder Notiz</translation>
    </message>
    <message>
      <source>The picture</source>
      <translation>Das Bild</translation>
    </message>
    <message>
      <source>Each panel is a real computation. Click, drag and draw in its picture; the question mark key lists what the mouse does in this one.</source>
      <translation>Jede Tafel ist eine echte Rechnung. Klicken, ziehen und zeichnen Sie im Bild; die Taste mit dem Fragezeichen sagt, was die Maus hier tut.</translation>
    </message>
    <message>
      <source>Run and pause</source>
      <translation>Laufen und anhalten</translation>
    </message>
    <message>
      <source>Space runs and pauses. The arrow keys go one step forward and back, Home returns to the start.</source>
      <translation>Die Leertaste lässt laufen und hält an. Die Pfeiltasten gehen einen Schritt vor und zurück, Pos1 kehrt zum Anfang zurück.</translation>
    </message>
    <message>
      <source>Back in time</source>
      <translation>Zurück in der Zeit</translation>
    </message>
    <message>
      <source>Drag along the bar to any step of the run. Marks above it show where a parameter was changed or the picture was touched; Ctrl+Z takes that back.</source>
      <translation>Ziehen Sie auf der Leiste zu jedem Schritt. Marken darüber zeigen, wo ein Parameter geändert oder das Bild berührt wurde; Strg+Z nimmt das zurück.</translation>
    </message>
    <message>
      <source>Speed and seed</source>
      <translation>Tempo und Startwert</translation>
    </message>
    <message>
      <source>Slow shows each step in its parts. The size of a step never depends on the speed; the seed makes the run repeatable.</source>
      <translation>Langsam zeigt jeden Schritt in seinen Teilen. Die Größe eines Schritts hängt nie vom Tempo ab; der Startwert macht den Lauf wiederholbar.</translation>
    </message>
    <message>
      <source>Turn them while it runs. A round arrow marks those that restart the run, an eye those that change the view alone.</source>
      <translation>Drehen Sie daran, während der Lauf geht. Ein runder Pfeil steht an denen, die neu starten, ein Auge an denen, die nur die Ansicht ändern.</translation>
    </message>
    <message>
      <source>Notes with live numbers</source>
      <translation>Notizen mit laufenden Zahlen</translation>
    </message>
    <message>
      <source>The formulas carry the numbers of the step on screen. Point at a symbol, and its mark in the picture stands out.</source>
      <translation>In den Formeln stehen die Zahlen des gezeigten Schritts. Zeigen Sie auf ein Zeichen, und sein Gegenstück im Bild tritt hervor.</translation>
    </message>
    <message>
      <source>Ready examples, each with something to see. Some fail on purpose; F repairs them.</source>
      <translation>Fertige Beispiele, an denen jeweils etwas zu sehen ist. Manche scheitern mit Absicht; F behebt das.</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>Vergleichen</translation>
    </message>
    <message>
      <source>Two to four runs side by side under one clock, which differ in one parameter, the seed or the preset.</source>
      <translation>Zwei bis vier Läufe nebeneinander unter einer Uhr, die sich in einem Parameter, dem Startwert oder dem Beispiel unterscheiden.</translation>
    </message>
    <message>
      <source>How far it can be trusted</source>
      <translation>Wie weit man ihm trauen kann</translation>
    </message>
    <message>
      <source>The badge says what is exact, and against what it was checked. Press it to run the checks and the claims.</source>
      <translation>Das Abzeichen sagt, was exakt ist und woran es geprüft wurde. Ein Druck darauf rechnet Prüfungen und Behauptungen nach.</translation>
    </message>
    <message>
      <source>In a lecture</source>
      <translation>In der Vorlesung</translation>
    </message>
    <message>
      <source>P gives the audience a window of its own. A hides the outcome until the class has guessed, H hides all but the picture.</source>
      <translation>P gibt dem Publikum ein eigenes Fenster. A verbirgt den Ausgang, bis die Klasse geraten hat, H verbirgt alles außer dem Bild.</translation>
    </message>
    <message>
      <source>Take it with you</source>
      <translation>Zum Mitnehmen</translation>
    </message>
    <message>
      <source>Ctrl+E makes a picture, a film or a table. Ctrl+S saves the scene, which opens again as the very same run.</source>
      <translation>Strg+E macht ein Bild, einen Film oder eine Tabelle. Strg+S sichert die Szene, die sich als genau derselbe Lauf wieder öffnet.</translation>
    </message>
    <message>
      <source>This tour, the handbook and all keys are here. Shift+F1 explains any control, and Ctrl+K finds any command, panel, note or preset.</source>
      <translation>Dieser Rundgang, das Handbuch und alle Tasten stehen hier. Umschalt+F1 erklärt jedes Bedienelement, und Strg+K findet Befehle, Tafeln, Notizen und Beispiele.</translation>
    </message>
    <message>
      <source>Machine learning to touch: every picture is computed while you watch.</source>
      <translation>Maschinelles Lernen zum Anfassen: Jedes Bild wird vor Ihren Augen gerechnet.</translation>
    </message>
    <message>
      <source>This page, the tour and the handbook are in the help menu.</source>
      <translation>Diese Seite, der Rundgang und das Handbuch stehen im Menü Hilfe.</translation>
    </message>
    <message>
      <source>Welcome to the playground</source>
      <translation>Willkommen auf dem Spielplatz</translation>
    </message>
    <message>
      <source>Play</source>
      <translation>Spielen</translation>
    </message>
    <message>
      <source>A first panel: press space, turn a knob, drag a point.</source>
      <translation>Eine erste Tafel: Leertaste drücken, an einem Regler drehen, einen Punkt ziehen.</translation>
    </message>
    <message>
      <source>Teach</source>
      <translation>Lehren</translation>
    </message>
    <message>
      <source>A lesson with captions and speaker notes: page down goes on.</source>
      <translation>Eine Lektion mit Bildtexten und Sprechernotizen: Bild ab geht weiter.</translation>
    </message>
    <message>
      <source>Make figures</source>
      <translation>Bilder machen</translation>
    </message>
    <message>
      <source>A run at a good step, ready to export for a paper or a slide.</source>
      <translation>Ein Lauf an einer guten Stelle, bereit zum Export für Aufsatz oder Folie.</translation>
    </message>
    <message>
      <source>Take the tour</source>
      <translation>Rundgang machen</translation>
    </message>
    <message>
      <source>Drag the slider or type a value. With the focus, arrows move it by a hundredth of the range, with shift by a tenth.</source>
      <translation>Regler ziehen oder einen Wert eintippen. Mit dem Fokus bewegen ihn die Pfeile um ein Hundertstel des Bereichs, mit Umschalt um ein Zehntel.</translation>
    </message>
    <message>
      <source>Drag the slider or type a whole number. With the focus, arrows move it.</source>
      <translation>Regler ziehen oder eine ganze Zahl eintippen. Mit dem Fokus bewegen ihn die Pfeile.</translation>
    </message>
    <message>
      <source>Choose one.</source>
      <translation>Eines wählen.</translation>
    </message>
    <message>
      <source>Press to switch it on or off.</source>
      <translation>Drücken schaltet ein oder aus.</translation>
    </message>
    <message>
      <source>Type, and press return.</source>
      <translation>Eintippen und die Eingabetaste drücken.</translation>
    </message>
    <message>
      <source>Type numbers with commas or spaces between them, and press return.</source>
      <translation>Zahlen mit Kommas oder Leerzeichen dazwischen eintippen und die Eingabetaste drücken.</translation>
    </message>
    <message>
      <source>Type a path, or open a file.</source>
      <translation>Einen Pfad eintippen oder eine Datei öffnen.</translation>
    </message>
    <message>
      <source>A right click compares its values side by side.</source>
      <translation>Ein Rechtsklick vergleicht seine Werte nebeneinander.</translation>
    </message>
    <message>
      <source>Goes back to all panels. The run on the stage stays as it is.</source>
      <translation>Zurück zu allen Tafeln. Der Lauf auf der Bühne bleibt, wie er ist.</translation>
    </message>
    <message>
      <source>Examples that are ready to run. Those with a warning sign fail on purpose, and F repairs them.</source>
      <translation>Fertige Beispiele. Die mit Warnzeichen scheitern mit Absicht, und F behebt das.</translation>
    </message>
    <message>
      <source>Makes the change that mends this failing example, while it runs.</source>
      <translation>Macht im Lauf die Änderung, die dieses scheiternde Beispiel behebt.</translation>
    </message>
    <message>
      <source>Sets two to four runs side by side under one clock; they differ in what you choose.</source>
      <translation>Stellt zwei bis vier Läufe nebeneinander unter eine Uhr; sie unterscheiden sich in dem, was Sie wählen.</translation>
    </message>
    <message>
      <source>Hides the outcome until the class has guessed; the same button reveals it.</source>
      <translation>Verbirgt den Ausgang, bis die Klasse geraten hat; derselbe Knopf zeigt ihn.</translation>
    </message>
    <message>
      <source>Saves the scene, copies the picture, or makes pictures, films and tables.</source>
      <translation>Sichert die Szene, kopiert das Bild oder macht Bilder, Filme und Tabellen.</translation>
    </message>
    <message>
      <source>Light, dark or projector, the size of the text, motion, and the language.</source>
      <translation>Hell, dunkel oder Projektor, die Größe der Schrift, Bewegung und die Sprache.</translation>
    </message>
    <message>
      <source>Light, dark or projector; the projector's is the legible one in a bright room.</source>
      <translation>Hell, dunkel oder Projektor; in einem hellen Raum ist das des Projektors das lesbare.</translation>
    </message>
    <message>
      <source>Gives the audience a window of its own; this one keeps the notes and the controls.</source>
      <translation>Gibt dem Publikum ein eigenes Fenster; dieses behält Notizen und Bedienung.</translation>
    </message>
    <message>
      <source>The welcome page, the tour, the handbook, all keys, and reports of faults.</source>
      <translation>Willkommensseite, Rundgang, Handbuch, alle Tasten und Berichte über Fehler.</translation>
    </message>
    <message>
      <source>The commands that have no room in a window of this size.</source>
      <translation>Die Befehle, für die ein Fenster dieser Größe keinen Platz hat.</translation>
    </message>
    <message>
      <source>Shows the parameters of the panel over the picture.</source>
      <translation>Zeigt die Parameter der Tafel über dem Bild.</translation>
    </message>
    <message>
      <source>Shows the notes and the numbers of the panel over the picture.</source>
      <translation>Zeigt Notizen und Zahlen der Tafel über dem Bild.</translation>
    </message>
    <message>
      <source>Goes to step 0 of this run, which then runs again in the same way.</source>
      <translation>Geht zu Schritt 0 dieses Laufs, der dann genauso wieder läuft.</translation>
    </message>
    <message>
      <source>Goes one step back, to the very same state.</source>
      <translation>Geht einen Schritt zurück, in genau denselben Zustand.</translation>
    </message>
    <message>
      <source>Runs or pauses. It stops by itself where the run has converged or is at its end.</source>
      <translation>Lässt laufen oder hält an. Ein Lauf, der konvergiert oder zu Ende ist, hält von selbst.</translation>
    </message>
    <message>
      <source>Pauses the run where it stands.</source>
      <translation>Hält den Lauf an, wo er steht.</translation>
    </message>
    <message>
      <source>Makes one step of the computation.</source>
      <translation>Macht einen Schritt der Rechnung.</translation>
    </message>
    <message>
      <source>Step</source>
      <translation>Schritt</translation>
    </message>
    <message>
      <source>Drag it to any step of the run. Marks above the bar are changes and touches, a cross is where the run broke.</source>
      <translation>Ziehen Sie zu jedem Schritt. Marken über der Leiste sind Änderungen und Berührungen, ein Kreuz steht, wo der Lauf abbrach.</translation>
    </message>
    <message>
      <source>How fast the run goes. Slow shows each step in its parts; the size of a step stays the same.</source>
      <translation>Wie schnell der Lauf geht. Langsam zeigt jeden Schritt in seinen Teilen; die Größe eines Schritts bleibt gleich.</translation>
    </message>
    <message>
      <source>Draws other random numbers and starts anew. Data of your own are kept.</source>
      <translation>Zieht andere Zufallszahlen und beginnt neu. Eigene Daten bleiben.</translation>
    </message>
    <message>
      <source>Fixes the random numbers: the same seed gives the same run. Type a whole number from 0.</source>
      <translation>Legt die Zufallszahlen fest: Derselbe Startwert gibt denselben Lauf. Eine ganze Zahl ab 0.</translation>
    </message>
    <message>
      <source>Runs that a change or an undo left behind; they can be named and reached again.</source>
      <translation>Läufe, die eine Änderung oder ein Rückgängig zurückließ; sie lassen sich benennen und wieder erreichen.</translation>
    </message>
    <message>
      <source>Shows parameters, notes or numbers, where not all of them have room.</source>
      <translation>Zeigt Parameter, Notizen oder Zahlen, wo nicht alle Platz haben.</translation>
    </message>
    <message>
      <source>Finds panels by titles, words, notes and formulas, and lessons by what is said in them.</source>
      <translation>Findet Tafeln nach Titel, Wörtern, Notizen und Formeln, und Lektionen nach dem, was in ihnen gesagt wird.</translation>
    </message>
    <message>
      <source>By chapter, or the panels that were opened last.</source>
      <translation>Nach Kapitel, oder die zuletzt geöffneten Tafeln.</translation>
    </message>
    <message>
      <source>Type a few letters of a command, a key, a panel, a preset, a note or a page of the handbook.</source>
      <translation>Ein paar Buchstaben eines Befehls, einer Taste, einer Tafel, eines Beispiels, einer Notiz oder einer Seite des Handbuchs.</translation>
    </message>
    <message>
      <source>Opens a scene or a lesson. A data file opens in the panel that is on the stage.</source>
      <translation>Öffnet eine Szene oder eine Lektion. Eine Datendatei öffnet sich in der Tafel auf der Bühne.</translation>
    </message>
    <message>
      <source>Closes this card; escape does the same.</source>
      <translation>Schließt diese Karte; Escape tut dasselbe.</translation>
    </message>
    <message>
      <source>Takes the line away; it also goes by itself.</source>
      <translation>Nimmt die Zeile weg; sie geht auch von selbst.</translation>
    </message>
    <message>
      <source>Picture</source>
      <translation>Bild</translation>
    </message>
    <message>
      <source>Click, drag and draw in it. The question mark key lists what the mouse does in this panel.</source>
      <translation>Klicken, ziehen und zeichnen Sie darin. Die Taste mit dem Fragezeichen sagt, was die Maus in dieser Tafel tut.</translation>
    </message>
    <message>
      <source>Takes the hint away; it does not come again for this panel.</source>
      <translation>Nimmt den Hinweis weg; er kommt für diese Tafel nicht wieder.</translation>
    </message>
    <message>
      <source>Closes the list; the runs in it stay kept.</source>
      <translation>Schließt die Liste; die Läufe darin bleiben.</translation>
    </message>
    <message>
      <source>Closes the phase map; what is computed of it stays.</source>
      <translation>Schließt die Phasenkarte; was von ihr gerechnet ist, bleibt.</translation>
    </message>
    <message>
      <source>Runs the panel once for each cell of the map, while the window stays usable.</source>
      <translation>Lässt die Tafel für jede Zelle der Karte einmal laufen; das Fenster bleibt benutzbar.</translation>
    </message>
    <message>
      <source>Across</source>
      <translation>Waagerecht</translation>
    </message>
    <message>
      <source>The parameter that grows from left to right in the map.</source>
      <translation>Der Parameter, der in der Karte von links nach rechts wächst.</translation>
    </message>
    <message>
      <source>Up</source>
      <translation>Senkrecht</translation>
    </message>
    <message>
      <source>The parameter that grows from bottom to top in the map.</source>
      <translation>Der Parameter, der in der Karte von unten nach oben wächst.</translation>
    </message>
    <message>
      <source>Colour</source>
      <translation>Farbe</translation>
    </message>
    <message>
      <source>What colours a cell of the map: a metric at its last step, or how the run ended.</source>
      <translation>Was eine Zelle der Karte färbt: ein Messwert am letzten Schritt, oder wie der Lauf endete.</translation>
    </message>
    <message>
      <source>Draws only the present run; the one before stays in the list.</source>
      <translation>Zeichnet nur den jetzigen Lauf; der vorige bleibt in der Liste.</translation>
    </message>
    <message>
      <source>Shows all panels again.</source>
      <translation>Zeigt wieder alle Tafeln.</translation>
    </message>
    <message>
      <source>Puts the link into the clipboard; it opens the same run wherever the program is installed.</source>
      <translation>Legt den Link in die Zwischenablage; er öffnet denselben Lauf, wo immer das Programm installiert ist.</translation>
    </message>
    <message>
      <source>Makes the file, in a process of its own. The window stays usable.</source>
      <translation>Macht die Datei in einem eigenen Prozess. Das Fenster bleibt benutzbar.</translation>
    </message>
    <message>
      <source>Stops the export; nothing half-made is left behind.</source>
      <translation>Bricht den Export ab; nichts Halbfertiges bleibt zurück.</translation>
    </message>
    <message>
      <source>Leaves everything as it is.</source>
      <translation>Lässt alles, wie es ist.</translation>
    </message>
    <message>
      <source>Format</source>
      <translation>Format</translation>
    </message>
    <message>
      <source>A picture, a drawing that can be edited, a film of the steps, or a table of the numbers.</source>
      <translation>Ein Bild, eine Zeichnung zum Bearbeiten, ein Film der Schritte oder eine Tabelle der Zahlen.</translation>
    </message>
    <message>
      <source>Size</source>
      <translation>Größe</translation>
    </message>
    <message>
      <source>Width and height in pixels; words and lines keep their share of the picture.</source>
      <translation>Breite und Höhe in Pixeln; Wörter und Linien behalten ihren Anteil am Bild.</translation>
    </message>
    <message>
      <source>Ground</source>
      <translation>Grund</translation>
    </message>
    <message>
      <source>The colour of the theme, or none, for a slide with a colour of its own.</source>
      <translation>Die Farbe des Themas, oder keine, für eine Folie mit eigener Farbe.</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <source>As text they can be edited and searched, as paths they look the same everywhere.</source>
      <translation>Als Text lassen sie sich bearbeiten und suchen, als Pfade sehen sie überall gleich aus.</translation>
    </message>
    <message>
      <source>First step</source>
      <translation>Erster Schritt</translation>
    </message>
    <message>
      <source>The step with which the film begins.</source>
      <translation>Der Schritt, mit dem der Film beginnt.</translation>
    </message>
    <message>
      <source>Last step</source>
      <translation>Letzter Schritt</translation>
    </message>
    <message>
      <source>The step with which the film or the table ends.</source>
      <translation>Der Schritt, mit dem Film oder Tabelle endet.</translation>
    </message>
    <message>
      <source>Every so many steps</source>
      <translation>Alle so viele Schritte</translation>
    </message>
    <message>
      <source>Leaves steps out, so that a long run becomes a short film.</source>
      <translation>Lässt Schritte aus, sodass aus einem langen Lauf ein kurzer Film wird.</translation>
    </message>
    <message>
      <source>Pictures a second</source>
      <translation>Bilder je Sekunde</translation>
    </message>
    <message>
      <source>How fast the film goes.</source>
      <translation>Wie schnell der Film geht.</translation>
    </message>
    <message>
      <source>Sets the speaker's clock to zero.</source>
      <translation>Stellt die Uhr des Sprechers auf null.</translation>
    </message>
    <message>
      <source>Shows the parts of the window one by one; escape ends it.</source>
      <translation>Zeigt die Teile des Fensters nacheinander; Escape beendet es.</translation>
    </message>
    <message>
      <source>Goes to the next stop of the tour; the right arrow does the same.</source>
      <translation>Geht zur nächsten Station; der Pfeil nach rechts tut dasselbe.</translation>
    </message>
    <message>
      <source>Goes to the stop before; the left arrow does the same.</source>
      <translation>Geht zur vorigen Station; der Pfeil nach links tut dasselbe.</translation>
    </message>
    <message>
      <source>Ends the tour. It is in the help menu.</source>
      <translation>Beendet den Rundgang. Er steht im Menü Hilfe.</translation>
    </message>
    <message>
      <source>What the notice offers</source>
      <translation>Angebot der Meldung</translation>
    </message>
    <message>
      <source>Does what the line in the notice offers.</source>
      <translation>Tut, was die Zeile der Meldung anbietet.</translation>
    </message>
    <message>
      <source>Starts the panel anew with these data.</source>
      <translation>Beginnt die Tafel mit diesen Daten neu.</translation>
    </message>
    <message>
      <source>Open it</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <source>Opens the scene of the link; runs of other panels stay as they are.</source>
      <translation>Öffnet die Szene des Links; Läufe anderer Tafeln bleiben, wie sie sind.</translation>
    </message>
    <message>
      <source>The pages of the handbook.</source>
      <translation>Die Seiten des Handbuchs.</translation>
    </message>
    <message>
      <source>A page of the handbook. Links in it lead to other pages.</source>
      <translation>Eine Seite des Handbuchs. Verweise darin führen zu anderen Seiten.</translation>
    </message>
    <message>
      <source>Learned heads</source>
      <translation>Gelernte Köpfe</translation>
    </message>
    <message>
      <source>Translation</source>
      <translation>Übersetzung</translation>
    </message>
    <message>
      <source>Patches of a digit</source>
      <translation>Ziffer in Kacheln</translation>
    </message>
    <message>
      <source>Order of tokens</source>
      <translation>Reihenfolge</translation>
    </message>
    <message>
      <source>Scaling</source>
      <translation>Skalierung</translation>
    </message>
    <message>
      <source>picture</source>
      <translation>Bild</translation>
    </message>
    <message>
      <source>Matrix</source>
      <translation>Matrix</translation>
    </message>
    <message>
      <source>Arcs</source>
      <translation>Bögen</translation>
    </message>
    <message>
      <source>Q K V</source>
      <translation>Q K V</translation>
    </message>
    <message>
      <source>All heads</source>
      <translation>Alle Köpfe</translation>
    </message>
    <message>
      <source>your sentence</source>
      <translation>Ihr Satz</translation>
    </message>
    <message>
      <source>a token is</source>
      <translation>Ein Token ist</translation>
    </message>
    <message>
      <source>A character</source>
      <translation>Ein Zeichen</translation>
    </message>
    <message>
      <source>A word</source>
      <translation>Ein Wort</translation>
    </message>
    <message>
      <source>Reverse</source>
      <translation>Umkehren</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Wiederholen</translation>
    </message>
    <message>
      <source>Induction</source>
      <translation>Induktion</translation>
    </message>
    <message>
      <source>layer shown (0: last)</source>
      <translation>gezeigte Schicht (0: letzte)</translation>
    </message>
    <message>
      <source>head shown</source>
      <translation>gezeigter Kopf</translation>
    </message>
    <message>
      <source>silence this head</source>
      <translation>diesen Kopf stumm schalten</translation>
    </message>
    <message>
      <source>layers</source>
      <translation>Schichten</translation>
    </message>
    <message>
      <source>key size</source>
      <translation>Größe der Schlüssel</translation>
    </message>
    <message>
      <source>positions</source>
      <translation>Positionen</translation>
    </message>
    <message>
      <source>Sinusoidal</source>
      <translation>Wellen</translation>
    </message>
    <message>
      <source>Rotary</source>
      <translation>Drehung</translation>
    </message>
    <message>
      <source>divide by √d</source>
      <translation>durch √d teilen</translation>
    </message>
    <message>
      <source>causal mask</source>
      <translation>kausale Maske</translation>
    </message>
    <message>
      <source>tokens to learn</source>
      <translation>zu lernende Token</translation>
    </message>
    <message>
      <source>token width</source>
      <translation>Breite der Token</translation>
    </message>
    <message>
      <source>keys</source>
      <translation>Schlüssel</translation>
    </message>
    <message>
      <source>accuracy without the future</source>
      <translation>Trefferquote ohne Zukunft</translation>
    </message>
    <message>
      <source>it says</source>
      <translation>es sagt</translation>
    </message>
    <message>
      <source>weight on the answer</source>
      <translation>Gewicht auf der Antwort</translation>
    </message>
    <message>
      <source>weight on the token before</source>
      <translation>Gewicht auf dem Token davor</translation>
    </message>
    <message>
      <source>entropy of the head</source>
      <translation>Entropie des Kopfes</translation>
    </message>
    <message>
      <source>rows sum to 1 within</source>
      <translation>Zeilensummen sind 1 bis auf</translation>
    </message>
    <message>
      <source>differs from torch by</source>
      <translation>Abweichung von torch</translation>
    </message>
    <message>
      <source>the new order changes</source>
      <translation>die neue Reihenfolge ändert</translation>
    </message>
    <message>
      <source>one distance, products within</source>
      <translation>gleicher Abstand, Produkte bis auf</translation>
    </message>
    <message>
      <source>entropy of q·k</source>
      <translation>Entropie von q·k</translation>
    </message>
    <message>
      <source>entropy of q·k/√d</source>
      <translation>Entropie von q·k/√d</translation>
    </message>
    <message>
      <source>slope of q·k</source>
      <translation>Steigung von q·k</translation>
    </message>
    <message>
      <source>slope of q·k/√d</source>
      <translation>Steigung von q·k/√d</translation>
    </message>
    <message>
      <source>Shuffle</source>
      <translation>Mischen</translation>
    </message>
    <message>
      <source>As typed</source>
      <translation>Wie getippt</translation>
    </message>
    <message>
      <source>Attention inspector</source>
      <translation>Attention unter der Lupe</translation>
    </message>
    <message>
      <source>Attention</source>
      <translation>Attention</translation>
    </message>
    <message>
      <source>Who looks at whom, and every number that says why</source>
      <translation>Wer auf wen schaut, und jede Zahl, die sagt, warum</translation>
    </message>
    <message>
      <source>graph of</source>
      <translation>Graph von</translation>
    </message>
    <message>
      <source>An expression</source>
      <translation>Ausdruck</translation>
    </message>
    <message>
      <source>A net, unit by unit</source>
      <translation>Netz, nach Neuronen</translation>
    </message>
    <message>
      <source>A net, layer by layer</source>
      <translation>Netz, nach Schichten</translation>
    </message>
    <message>
      <source>A random node</source>
      <translation>Zufälliger Knoten</translation>
    </message>
    <message>
      <source>expression</source>
      <translation>Ausdruck</translation>
    </message>
    <message>
      <source>values of the variables</source>
      <translation>Werte der Variablen</translation>
    </message>
    <message>
      <source>activation</source>
      <translation>Aktivierung</translation>
    </message>
    <message>
      <source>tanh</source>
      <translation>tanh</translation>
    </message>
    <message>
      <source>Sigmoid</source>
      <translation>Sigmoid</translation>
    </message>
    <message>
      <source>ReLU</source>
      <translation>ReLU</translation>
    </message>
    <message>
      <source>Leaky ReLU</source>
      <translation>Undichte ReLU</translation>
    </message>
    <message>
      <source>Softplus</source>
      <translation>Softplus</translation>
    </message>
    <message>
      <source>Linear</source>
      <translation>Linear</translation>
    </message>
    <message>
      <source>Half the squared error</source>
      <translation>Halber quadratischer Fehler</translation>
    </message>
    <message>
      <source>Mean squared error</source>
      <translation>Mittlerer quadratischer Fehler</translation>
    </message>
    <message>
      <source>Binary cross-entropy</source>
      <translation>Binäre Kreuzentropie</translation>
    </message>
    <message>
      <source>Softmax and cross-entropy</source>
      <translation>Softmax und Kreuzentropie</translation>
    </message>
    <message>
      <source>spread of the weights</source>
      <translation>Streuung der Gewichte</translation>
    </message>
    <message>
      <source>input</source>
      <translation>Eingabe</translation>
    </message>
    <message>
      <source>Node and check</source>
      <translation>Knoten und Probe</translation>
    </message>
    <message>
      <source>Step of the check</source>
      <translation>Schrittweite der Probe</translation>
    </message>
    <message>
      <source>Cost</source>
      <translation>Kosten</translation>
    </message>
    <message>
      <source>step of the check</source>
      <translation>Schrittweite der Probe</translation>
    </message>
    <message>
      <source>function of z</source>
      <translation>Funktion von z</translation>
    </message>
    <message>
      <source>μ</source>
      <translation>μ</translation>
    </message>
    <message>
      <source>σ</source>
      <translation>σ</translation>
    </message>
    <message>
      <source>gradient by</source>
      <translation>Gradient nach</translation>
    </message>
    <message>
      <source>baseline</source>
      <translation>Grundwert</translation>
    </message>
    <message>
      <source>samples an estimate</source>
      <translation>Stichproben je Schätzung</translation>
    </message>
    <message>
      <source>output</source>
      <translation>Ausgabe</translation>
    </message>
    <message>
      <source>nodes done</source>
      <translation>Knoten erledigt</translation>
    </message>
    <message>
      <source>paths into the node</source>
      <translation>Wege in den Knoten</translation>
    </message>
    <message>
      <source>error of the check</source>
      <translation>Fehler der Probe</translation>
    </message>
    <message>
      <source>forward</source>
      <translation>vorwärts</translation>
    </message>
    <message>
      <source>backward</source>
      <translation>rückwärts</translation>
    </message>
    <message>
      <source>backward over forward</source>
      <translation>rückwärts zu vorwärts</translation>
    </message>
    <message>
      <source>mean with the score</source>
      <translation>Mittel mit dem Score</translation>
    </message>
    <message>
      <source>mean through the sample</source>
      <translation>Mittel durch die Stichprobe</translation>
    </message>
    <message>
      <source>variance with the score</source>
      <translation>Varianz mit dem Score</translation>
    </message>
    <message>
      <source>variance through the sample</source>
      <translation>Varianz durch die Stichprobe</translation>
    </message>
    <message>
      <source>ratio of the variances</source>
      <translation>Verhältnis der Varianzen</translation>
    </message>
    <message>
      <source>ratio so far</source>
      <translation>Verhältnis bisher</translation>
    </message>
    <message>
      <source>Cost of nets of all sizes</source>
      <translation>Kosten für Netze aller Größen</translation>
    </message>
    <message>
      <source>Check many nets</source>
      <translation>Viele Netze prüfen</translation>
    </message>
    <message>
      <source>Backprop graph</source>
      <translation>Backprop-Graph</translation>
    </message>
    <message>
      <source>Optimisation</source>
      <translation>Optimierung</translation>
    </message>
    <message>
      <source>The chain rule, one node at a time: values forward, deltas back, sums where paths meet</source>
      <translation>Die Kettenregel, Knoten für Knoten: Werte vorwärts, Deltas zurück, Summen, wo Wege zusammenkommen</translation>
    </message>
    <message>
      <source>Plane</source>
      <translation>Ebene</translation>
    </message>
    <message>
      <source>Seeds</source>
      <translation>Startwerte</translation>
    </message>
    <message>
      <source>Confusion</source>
      <translation>Verwechslungen</translation>
    </message>
    <message>
      <source>Worst case</source>
      <translation>Schlimmster Fall</translation>
    </message>
    <message>
      <source>Activation</source>
      <translation>Aktivierung</translation>
    </message>
    <message>
      <source>Blobs</source>
      <translation>Wolken</translation>
    </message>
    <message>
      <source>Saddle (values)</source>
      <translation>Sattel (Werte)</translation>
    </message>
    <message>
      <source>Hills (values)</source>
      <translation>Hügel (Werte)</translation>
    </message>
    <message>
      <source>Your own curve (one input)</source>
      <translation>Eigene Kurve (ein Eingang)</translation>
    </message>
    <message>
      <source>classes</source>
      <translation>Klassen</translation>
    </message>
    <message>
      <source>held out</source>
      <translation>zurückgehalten</translation>
    </message>
    <message>
      <source>class to draw</source>
      <translation>Klasse zum Zeichnen</translation>
    </message>
    <message>
      <source>features</source>
      <translation>Merkmale</translation>
    </message>
    <message>
      <source>Tanh</source>
      <translation>Tanh</translation>
    </message>
    <message>
      <source>ELU</source>
      <translation>ELU</translation>
    </message>
    <message>
      <source>GELU</source>
      <translation>GELU</translation>
    </message>
    <message>
      <source>Sine</source>
      <translation>Sinus</translation>
    </message>
    <message>
      <source>Absolute value</source>
      <translation>Betrag</translation>
    </message>
    <message>
      <source>Cross-entropy</source>
      <translation>Kreuzentropie</translation>
    </message>
    <message>
      <source>Squared error</source>
      <translation>Quadratischer Fehler</translation>
    </message>
    <message>
      <source>Hinge</source>
      <translation>Hinge</translation>
    </message>
    <message>
      <source>loss of values</source>
      <translation>Verlust von Werten</translation>
    </message>
    <message>
      <source>Absolute error</source>
      <translation>Absoluter Fehler</translation>
    </message>
    <message>
      <source>Huber</source>
      <translation>Huber</translation>
    </message>
    <message>
      <source>Gradient descent</source>
      <translation>Gradientenabstieg</translation>
    </message>
    <message>
      <source>Heavy ball</source>
      <translation>Schwere Kugel</translation>
    </message>
    <message>
      <source>Nesterov</source>
      <translation>Nesterov</translation>
    </message>
    <message>
      <source>AdaGrad</source>
      <translation>AdaGrad</translation>
    </message>
    <message>
      <source>RMSProp</source>
      <translation>RMSProp</translation>
    </message>
    <message>
      <source>AdamW</source>
      <translation>AdamW</translation>
    </message>
    <message>
      <source>epochs a step</source>
      <translation>Epochen je Schritt</translation>
    </message>
    <message>
      <source>weight decay</source>
      <translation>Gewichtsabnahme</translation>
    </message>
    <message>
      <source>penalty</source>
      <translation>Strafe</translation>
    </message>
    <message>
      <source>L2: μ/2 |w|²</source>
      <translation>L2: μ/2 |w|²</translation>
    </message>
    <message>
      <source>L1: μ |w|</source>
      <translation>L1: μ |w|</translation>
    </message>
    <message>
      <source>dropout</source>
      <translation>Dropout</translation>
    </message>
    <message>
      <source>normalisation</source>
      <translation>Normalisierung</translation>
    </message>
    <message>
      <source>Batch norm</source>
      <translation>Batch-Norm</translation>
    </message>
    <message>
      <source>Layer norm</source>
      <translation>Layer-Norm</translation>
    </message>
    <message>
      <source>Large: deviation 3</source>
      <translation>Groß: Streuung 3</translation>
    </message>
    <message>
      <source>All units equal</source>
      <translation>Alle Einheiten gleich</translation>
    </message>
    <message>
      <source>Even steps</source>
      <translation>Gleichmäßige Stufen</translation>
    </message>
    <message>
      <source>trained on</source>
      <translation>gelernt an</translation>
    </message>
    <message>
      <source>The points</source>
      <translation>Den Punkten</translation>
    </message>
    <message>
      <source>The worst points near them</source>
      <translation>Den schlimmsten Punkten daneben</translation>
    </message>
    <message>
      <source>radius of the ball</source>
      <translation>Radius der Kugel</translation>
    </message>
    <message>
      <source>seeds at once</source>
      <translation>Startwerte zugleich</translation>
    </message>
    <message>
      <source>hard borders</source>
      <translation>harte Grenzen</translation>
    </message>
    <message>
      <source>loss, held out</source>
      <translation>Verlust, zurückgehalten</translation>
    </message>
    <message>
      <source>accuracy, held out</source>
      <translation>Trefferquote, zurückgehalten</translation>
    </message>
    <message>
      <source>length of the gradient</source>
      <translation>Länge des Gradienten</translation>
    </message>
    <message>
      <source>length of the weights</source>
      <translation>Länge der Gewichte</translation>
    </message>
    <message>
      <source>worst loss in the ball</source>
      <translation>größter Verlust in der Kugel</translation>
    </message>
    <message>
      <source>worst below the point</source>
      <translation>größter unter dem des Punkts</translation>
    </message>
    <message>
      <source>largest error</source>
      <translation>größter Fehler</translation>
    </message>
    <message>
      <source>largest change by a permutation</source>
      <translation>größte Änderung durch Umordnung</translation>
    </message>
    <message>
      <source>Fit the output layer</source>
      <translation>Ausgangsschicht anpassen</translation>
    </message>
    <message>
      <source>Try 100 orders of the units</source>
      <translation>100 Anordnungen der Einheiten prüfen</translation>
    </message>
    <message>
      <source>MLP playground</source>
      <translation>MLP-Spielplatz</translation>
    </message>
    <message>
      <source>Draw points, choose a net, and watch every unit learn</source>
      <translation>Punkte zeichnen, ein Netz wählen, jeder Einheit beim Lernen zusehen</translation>
    </message>
    <message>
      <source>Stop {} of {}</source>
      <translation>Station {} von {}</translation>
    </message>
    <message>
      <source>Go on</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <source>Every beat, with its caption for as long as it takes to read</source>
      <translation>Jeder Abschnitt, mit Untertitel so lange, wie das Lesen dauert</translation>
    </message>
    <message>
      <source>What</source>
      <translation>Was</translation>
    </message>
    <message>
      <source>the run on the stage</source>
      <translation>der Lauf auf der Bühne</translation>
    </message>
    <message>
      <source>the open lesson</source>
      <translation>die offene Lektion</translation>
    </message>
    <message>
      <source>PNG picture</source>
      <translation>PNG-Bild</translation>
    </message>
    <message>
      <source>SVG drawing</source>
      <translation>SVG-Zeichnung</translation>
    </message>
    <message>
      <source>PDF drawing</source>
      <translation>PDF-Zeichnung</translation>
    </message>
    <message>
      <source>MP4 film</source>
      <translation>MP4-Film</translation>
    </message>
    <message>
      <source>GIF film</source>
      <translation>GIF-Film</translation>
    </message>
    <message>
      <source>WebP film</source>
      <translation>WebP-Film</translation>
    </message>
    <message>
      <source>CSV table of every step</source>
      <translation>CSV-Tabelle aller Schritte</translation>
    </message>
    <message>
      <source>NPZ arrays and series</source>
      <translation>NPZ-Felder und Reihen</translation>
    </message>
    <message>
      <source>1920 x 1080, full HD</source>
      <translation>1920 x 1080, Full HD</translation>
    </message>
    <message>
      <source>1280 x 720, HD</source>
      <translation>1280 x 720, HD</translation>
    </message>
    <message>
      <source>1024 x 768, 4 to 3</source>
      <translation>1024 x 768, 4 zu 3</translation>
    </message>
    <message>
      <source>1080 x 1080, square</source>
      <translation>1080 x 1080, quadratisch</translation>
    </message>
    <message>
      <source>3840 x 2160, 4K</source>
      <translation>3840 x 2160, 4K</translation>
    </message>
    <message>
      <source>as text, can be edited</source>
      <translation>als Text, lässt sich bearbeiten</translation>
    </message>
    <message>
      <source>as paths, look the same everywhere</source>
      <translation>als Pfade, überall gleich</translation>
    </message>
    <message>
      <source>of the theme</source>
      <translation>wie die Farben</translation>
    </message>
    <message>
      <source>transparent</source>
      <translation>durchsichtig</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Hell</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <source>Projector</source>
      <translation>Projektor</translation>
    </message>
    <message>
      <source>to</source>
      <translation>bis</translation>
    </message>
    <message>
      <source>every</source>
      <translation>jeder</translation>
    </message>
    <message>
      <source>at</source>
      <translation>mit</translation>
    </message>
    <message>
      <source>pictures a second</source>
      <translation>Bildern je Sekunde</translation>
    </message>
    <message>
      <source>Every must be a whole number from 1</source>
      <translation>„Jeder“ muss eine ganze Zahl ab 1 sein</translation>
    </message>
    <message>
      <source>Pictures a second must be a whole number from 1 to {}</source>
      <translation>Bilder je Sekunde müssen eine ganze Zahl von 1 bis {} sein</translation>
    </message>
    <message>
      <source>The steps must be whole numbers from 0 to {}, the first not after the last</source>
      <translation>Die Schritte müssen ganze Zahlen von 0 bis {} sein, der erste nicht nach dem letzten</translation>
    </message>
    <message>
      <source>Preparing</source>
      <translation>Wird vorbereitet</translation>
    </message>
    <message>
      <source>Cancelling</source>
      <translation>Wird abgebrochen</translation>
    </message>
    <message>
      <source>Export cancelled; nothing was written</source>
      <translation>Export abgebrochen; nichts wurde geschrieben</translation>
    </message>
    <message>
      <source>Exported {}</source>
      <translation>Exportiert: {}</translation>
    </message>
    <message>
      <source>{} was not exported: {}</source>
      <translation>{} wurde nicht exportiert: {}</translation>
    </message>
    <message>
      <source>{} of {}, {} left</source>
      <translation>{} von {}, noch {}</translation>
    </message>
    <message>
      <source>of the first run</source>
      <translation>vom ersten Lauf</translation>
    </message>
    <message>
      <source>{} runs side by side</source>
      <translation>{} Läufe nebeneinander</translation>
    </message>
    <message>
      <source>the film is {}: H.264 takes even sides only</source>
      <translation>der Film hat {}: H.264 nimmt nur gerade Seiten</translation>
    </message>
    <message>
      <source>the run ended at step {}, and the film with it</source>
      <translation>der Lauf endete bei Schritt {}, und mit ihm der Film</translation>
    </message>
    <message>
      <source>ended at step {}</source>
      <translation>zu Ende bei Schritt {}</translation>
    </message>
    <message>
      <source>converged at step {}</source>
      <translation>konvergiert bei Schritt {}</translation>
    </message>
    <message>
      <source>stopped at step {}</source>
      <translation>stehen geblieben bei Schritt {}</translation>
    </message>
    <message>
      <source>{} pictures, {} s</source>
      <translation>{} Bilder, {} s</translation>
    </message>
    <message>
      <source>1 picture, {} s</source>
      <translation>1 Bild, {} s</translation>
    </message>
    <message>
      <source>Nothing has these words</source>
      <translation>Nichts enthält diese Wörter</translation>
    </message>
    <message>
      <source>The run on the stage, or the whole lesson as a film.</source>
      <translation>Der Lauf auf der Bühne, oder die ganze Lektion als Film.</translation>
    </message>
    <message>
      <source>Race</source>
      <translation>Rennen</translation>
    </message>
    <message>
      <source>One update, taken apart</source>
      <translation>Eine Aktualisierung, zerlegt</translation>
    </message>
    <message>
      <source>Sweep of step sizes</source>
      <translation>Alle Schrittweiten</translation>
    </message>
    <message>
      <source>Steps against condition</source>
      <translation>Schritte gegen Kondition</translation>
    </message>
    <message>
      <source>problem</source>
      <translation>Aufgabe</translation>
    </message>
    <message>
      <source>Ravine (quadratic)</source>
      <translation>Schlucht (quadratisch)</translation>
    </message>
    <message>
      <source>Rosenbrock</source>
      <translation>Rosenbrock</translation>
    </message>
    <message>
      <source>Himmelblau</source>
      <translation>Himmelblau</translation>
    </message>
    <message>
      <source>Saddle</source>
      <translation>Sattel</translation>
    </message>
    <message>
      <source>x² + 3 sin² x + y²</source>
      <translation>x² + 3 sin² x + y²</translation>
    </message>
    <message>
      <source>Plateau</source>
      <translation>Hochebene</translation>
    </message>
    <message>
      <source>A matrix, for Muon</source>
      <translation>Eine Matrix, für Muon</translation>
    </message>
    <message>
      <source>A mean, from samples</source>
      <translation>Ein Mittelwert, aus Stichproben</translation>
    </message>
    <message>
      <source>A small net</source>
      <translation>Ein kleines Netz</translation>
    </message>
    <message>
      <source>condition κ</source>
      <translation>Kondition κ</translation>
    </message>
    <message>
      <source>tilt</source>
      <translation>Drehung</translation>
    </message>
    <message>
      <source>function of x and y</source>
      <translation>Funktion von x und y</translation>
    </message>
    <message>
      <source>step size α</source>
      <translation>Schrittweite α</translation>
    </message>
    <message>
      <source>momentum β</source>
      <translation>Impuls β</translation>
    </message>
    <message>
      <source>η and β</source>
      <translation>η und β</translation>
    </message>
    <message>
      <source>As set here</source>
      <translation>Wie hier eingestellt</translation>
    </message>
    <message>
      <source>Best for this ravine</source>
      <translation>Am besten für diese Schlucht</translation>
    </message>
    <message>
      <source>β₁ of Adam</source>
      <translation>β₁ von Adam</translation>
    </message>
    <message>
      <source>β₂ of Adam, RMSProp</source>
      <translation>β₂ von Adam, RMSProp</translation>
    </message>
    <message>
      <source>weight decay of AdamW</source>
      <translation>Gewichtsabnahme von AdamW</translation>
    </message>
    <message>
      <source>damping of Newton</source>
      <translation>Dämpfung von Newton</translation>
    </message>
    <message>
      <source>step size falls as t^−p, p</source>
      <translation>Schrittweite fällt wie t^−p, p</translation>
    </message>
    <message>
      <source>noise of one sample</source>
      <translation>Rauschen einer Stichprobe</translation>
    </message>
    <message>
      <source>batch size</source>
      <translation>Batchgröße</translation>
    </message>
    <message>
      <source>keep inside radius</source>
      <translation>innerhalb des Radius halten</translation>
    </message>
    <message>
      <source>Adam, uncorrected</source>
      <translation>Adam, unkorrigiert</translation>
    </message>
    <message>
      <source>Newton</source>
      <translation>Newton</translation>
    </message>
    <message>
      <source>Polyak average</source>
      <translation>Polyak-Mittel</translation>
    </message>
    <message>
      <source>gradient flow</source>
      <translation>Gradientenfluss</translation>
    </message>
    <message>
      <source>Muon</source>
      <translation>Muon</translation>
    </message>
    <message>
      <source>schedule in focus</source>
      <translation>Schrittfolge im Blick</translation>
    </message>
    <message>
      <source>gradient ε</source>
      <translation>Gradient ε</translation>
    </message>
    <message>
      <source>steps of map and sweep</source>
      <translation>Schritte von Karte und Reihe</translation>
    </message>
    <message>
      <source>rows and columns</source>
      <translation>Zeilen und Spalten</translation>
    </message>
    <message>
      <source>inputs fall as k^−p, p</source>
      <translation>Eingaben fallen wie k^−p, p</translation>
    </message>
    <message>
      <source>steps until η is 0</source>
      <translation>Schritte, bis η 0 ist</translation>
    </message>
    <message>
      <source>runs at once</source>
      <translation>Läufe zugleich</translation>
    </message>
    <message>
      <source>digits</source>
      <translation>Ziffern</translation>
    </message>
    <message>
      <source>iteration</source>
      <translation>Iteration</translation>
    </message>
    <message>
      <source>f − f*</source>
      <translation>f − f*</translation>
    </message>
    <message>
      <source>steps to 1e−8</source>
      <translation>Schritte bis 1e−8</translation>
    </message>
    <message>
      <source>first step</source>
      <translation>erster Schritt</translation>
    </message>
    <message>
      <source>rate now over first</source>
      <translation>Rate jetzt durch erste</translation>
    </message>
    <message>
      <source>rarest direction</source>
      <translation>seltenste Richtung</translation>
    </message>
    <message>
      <source>error</source>
      <translation>Fehler</translation>
    </message>
    <message>
      <source>error of the average</source>
      <translation>Fehler des Mittels</translation>
    </message>
    <message>
      <source>sharpness</source>
      <translation>Schärfe</translation>
    </message>
    <message>
      <source>Flatten the ground</source>
      <translation>Boden einebnen</translation>
    </message>
    <message>
      <source>Optimiser race</source>
      <translation>Rennen der Optimierer</translation>
    </message>
    <message>
      <source>The same ravine, ten ways down: who arrives first, and why?</source>
      <translation>Dieselbe Schlucht, zehn Wege hinab: Wer ist zuerst unten, und warum?</translation>
    </message>
    <message>
      <source>Safetensors weights of the net</source>
      <translation>Gewichte des Netzes als Safetensors</translation>
    </message>
    <message>
      <source>Go to</source>
      <translation>Gehe zu</translation>
    </message>
    <message>
      <source>Brings this run on the stage; the one that is there stays in the list.</source>
      <translation>Bringt diesen Lauf auf die Bühne; der jetzige bleibt in der Liste.</translation>
    </message>
    <message>
      <source>Page Down goes on, Page Up goes back, P shows the notes</source>
      <translation>Bild ab geht weiter, Bild auf zurück, P zeigt die Notizen</translation>
    </message>
    <message>
      <source>step</source>
      <translation>Schritt</translation>
    </message>
    <message>
      <source>inpaint half of the plane</source>
      <translation>eine Hälfte der Ebene ergänzen</translation>
    </message>
    <message>
      <source>to the exact conditional</source>
      <translation>zur exakten bedingten Verteilung</translation>
    </message>
    <message>
      <source>Generate the other half</source>
      <translation>Die andere Hälfte erzeugen</translation>
    </message>
    <message>
      <source>They are reached again when the comparison has ended</source>
      <translation>Erreichbar, sobald der Vergleich beendet ist</translation>
    </message>
    <message>
      <source>Takes the other runs away; the kept runs can be reached again.</source>
      <translation>Nimmt die anderen Läufe weg; die behaltenen Läufe sind wieder erreichbar.</translation>
    </message>
    <message>
      <source>layer shown</source>
      <translation>gezeigte Schicht</translation>
    </message>
    <message>
      <source>Weisfeiler-Lehman test</source>
      <translation>Weisfeiler-Lehman-Test</translation>
    </message>
    <message>
      <source>Colours refine round by round, and some graphs still look the same</source>
      <translation>Farben verfeinern sich Runde um Runde, und manche Graphen sehen doch gleich aus</translation>
    </message>
    <message>
      <source>Spectral graph filters</source>
      <translation>Spektrale Graphfilter</translation>
    </message>
    <message>
      <source>Fourier on a network: eigenvectors are the waves, a filter weighs them</source>
      <translation>Fourier auf einem Netz: Eigenvektoren sind die Wellen, ein Filter gewichtet sie</translation>
    </message>
    <message>
      <source>Cover's counting theorem</source>
      <translation>Covers Zählsatz</translation>
    </message>
    <message>
      <source>Learning theory</source>
      <translation>Lerntheorie</translation>
    </message>
    <message>
      <source>How many labelings a line can make: half of them at n = 2 d</source>
      <translation>Wie viele Klassierungen eine Gerade schafft: die Hälfte bei n = 2 d</translation>
    </message>
    <message>
      <source>VC dimension</source>
      <translation>VC-Dimension</translation>
    </message>
    <message>
      <source>A line can give three points any labels, and four never</source>
      <translation>Eine Gerade schafft alle Klassierungen von drei Punkten, nie die von vieren</translation>
    </message>
  </context>
</TS>
