#!/bin/sh
# ML Playground @VERSION@: installs into your home, without root.
#
#   sh FILE.run [--target FOLDER]    by default ~/.local/opt/ml-playground
#   FOLDER/uninstall                 takes it away again; your own files and settings stay
set -eu
target=${XDG_OPT_HOME:-$HOME/.local/opt}/ml-playground
case ${1:-} in
    '') ;;
    --target) target=${2:?--target needs a folder} ;;
    -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 0 ;;
    --version) echo '@VERSION@'; exit 0 ;;
    *) echo "$0: $1 is not known; known are --target FOLDER, --version, --help" >&2; exit 2 ;;
esac
case $target in /*) ;; *) target=$PWD/$target ;; esac
data=${XDG_DATA_HOME:-$HOME/.local/share}
bin=$HOME/.local/bin
for tool in tar @UNPACK@ sha256sum; do
    command -v "$tool" >/dev/null || { echo "$0: the program $tool is missing; install it first" >&2; exit 1; }
done
if [ -e "$target" ] && [ ! -x "$target/uninstall" ]; then
    echo "$0: $target exists and is no installation of this program; name another folder by --target" >&2
    exit 2
fi
mkdir -p "$(dirname "$target")"
work=$(mktemp -d "$target.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
echo "Installing into $target ..."
said=$(tail -n +@LINES@ "$0" | sha256sum)
[ "${said%% *}" = '@DIGEST@' ] || { echo "$0: the file is damaged; fetch it again" >&2; exit 1; }
tail -n +@LINES@ "$0" | @UNPACK@ -dc | tar -C "$work" --no-same-owner -xf -
[ ! -x "$target/uninstall" ] || "$target/uninstall" >/dev/null
mv "$work/app" "$target"
cd "$work/share"
# A home's menu may not have ~/.local/bin on its path.
sed -i "s|^Exec=playground|Exec=\"$target/playground\"|" applications/ml-playground.desktop
# What is written outside of the folder, one path a line.
find . -type f | sed "s|^\.|$data|" >"$target/files"
find . -type f | while read -r file; do
    mkdir -p "$data/$(dirname "$file")"
    cp "$file" "$data/$file"
done
mkdir -p "$bin"
if [ ! -e "$bin/playground" ] || [ -L "$bin/playground" ]; then
    ln -sf "$target/playground" "$bin/playground"
    echo "$bin/playground" >>"$target/files"
fi
cat >"$target/uninstall" <<END
#!/bin/sh
# Takes the program away; your own files and settings stay.
set -eu
while read -r file; do
    rm -f "\$file"
    rmdir -p --ignore-fail-on-non-empty "\$(dirname "\$file")" 2>/dev/null || true
done <"$target/files"
rm -rf "$target"
for update in "update-desktop-database $data/applications" "update-mime-database $data/mime"; do
    if command -v "\${update%% *}" >/dev/null && [ -d "\${update#* }" ]; then \$update 2>/dev/null || true; fi
done
echo 'The playground is uninstalled.'
END
chmod 755 "$target/uninstall"
for update in "update-desktop-database $data/applications" "update-mime-database $data/mime"; do
    if command -v "${update%% *}" >/dev/null; then $update 2>/dev/null || true; fi
done
echo "Installed: it is in the menu, and $bin/playground starts it. $target/uninstall takes it away."
exit 0
