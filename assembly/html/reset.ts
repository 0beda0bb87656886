/** Section "The insertion mode": "reset the insertion mode appropriately". */
import { Word } from './classes';
import { Tag } from './names';
import { ENTRY_BYTES, Open, spendEntries, templateMode, wordAt } from './open';
import { Mode, Parser } from './state';

export function resetMode(): void {
  Parser.mode = Mode.IN_BODY;
  for (let entry = Open.top; entry > Open.base; entry -= ENTRY_BYTES) {
    const last = entry == Open.base + ENTRY_BYTES;
    const name = last && Parser.fragment ? Parser.context : wordAt(entry) & Word.NAME;
    if (name & Word.NAMESPACE) continue;
    const mode = modeOf(name, last);
    if (mode == Mode.INITIAL) continue;
    Parser.mode = mode;
    spendEntries(entry, Open.top);
    return;
  }
}

/** The mode for an element; `INITIAL` if the search continues with the next element of the stack. */
function modeOf(name: u32, last: bool): i32 {
  switch (name) {
    case Tag.TD:
    case Tag.TH:
      return last ? Mode.INITIAL : Mode.IN_CELL;
    case Tag.TR:
      return Mode.IN_ROW;
    case Tag.TBODY:
    case Tag.THEAD:
    case Tag.TFOOT:
      return Mode.IN_TABLE_BODY;
    case Tag.CAPTION:
      return Mode.IN_CAPTION;
    case Tag.COLGROUP:
      return Mode.IN_COLUMN_GROUP;
    case Tag.TABLE:
      return Mode.IN_TABLE;
    case Tag.TEMPLATE:
      return templateMode();
    case Tag.HEAD:
      return last ? Mode.INITIAL : Mode.IN_HEAD;
    case Tag.BODY:
      return Mode.IN_BODY;
    case Tag.FRAMESET:
      return Mode.IN_FRAMESET;
    case Tag.HTML:
      return Parser.head ? Mode.AFTER_HEAD : Mode.BEFORE_HEAD;
  }
  return Mode.INITIAL;
}
