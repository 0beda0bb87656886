#!/usr/bin/env bash
# A plugin of ArchiveBox: writes content.md from the page that another plugin has saved. Copy this folder to data/custom_plugins/refrain.
#
# Run: SNAP_DIR=FOLDER bash on_Snapshot__58_refrain.sh --url=URL --snapshot-id=ID
set -u

# Prints the outcome as one line of JSON, and exits.
end() {
  printf '{"type":"ArchiveResult","status":"%s","output_str":"%s"}\n' "$1" "$2"
  [ "$1" != failed ]
  exit
}

case ${REFRAIN_ENABLED:-true} in
  [Ff]alse | 0 | no | off) end skipped REFRAIN_ENABLED=False ;;
esac

url=
for word; do
  case $word in --url=*) url=${word#*=} ;; esac
done

folder=${SNAP_DIR:-.}/refrain
page=
# Files that contain the text of scripts come first.
for file in "${SNAP_DIR:-.}"/{dom/output,singlefile/singlefile}.html "${SNAP_DIR:-.}"/wget/*/{,*/}*.html; do
  if [ -s "$file" ]; then
    page=$file
    break
  fi
done
[ -n "$page" ] || end noresults "no page was saved"

mkdir -p "$folder"
part=$folder/.content.md.$$
if "${REFRAIN_BINARY:-refrain}" "$page" --url "$url" --keep "${REFRAIN_KEEP:-main}" --md --frontmatter all -q > "$part"; then
  mv "$part" "$folder/content.md"
  end succeeded content.md
fi
rm -f "$part"
end failed "refrain could not read the page"
