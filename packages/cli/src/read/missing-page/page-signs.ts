/** Features that tell if a page is the requested one. */
import type { Cursor } from 'refrain/html';
import { textOf } from '../crawl/links.ts';

export interface PageSigns {
  readonly title: string;
  /** The page's first `h1` with text. */
  readonly heading: string;
  readonly headings: number;
  /** UTF-16 code units of text, and of text outside links and navigation. */
  readonly text: number;
  readonly prose: number;
  readonly hasPassword: boolean;
  readonly hasScript: boolean;
  /** True if a `noscript` element states that the page requires scripts. */
  readonly asksForScripts: boolean;
}

/** Elements whose text is invisible. */
const UNSEEN: ReadonlySet<string> = new Set(['style', 'template', 'svg', 'select', 'datalist', 'iframe', 'textarea']);
const AROUND: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside', 'a', 'button', 'label']);
const FOR_SCRIPTS = /java\s?script|\bjs\b/i;
/** Maximum UTF-16 units of a statement that scripts are required. */
const REQUEST_MAX = 300;

const lengthOf = (text: string): number => text.replace(/\s+/g, ' ').trim().length;

/** Maximum number of `h1` that are read, because those without text may be nested. */
const HEADINGS_MAX = 10;
/** Maximum UTF-16 code units of a title or heading. */
const TITLE_MAX = 300;

const textBelow = (cursor: Cursor): string => textOf(cursor.clone());
const titleOf = (cursor: Cursor): string => textBelow(cursor).slice(0, TITLE_MAX);

/** Reads the tree at a cursor, which it moves. */
export function signsOf(cursor: Cursor): PageSigns {
  const signs = {
    title: '',
    heading: '',
    headings: 0,
    text: 0,
    prose: 0,
    hasPassword: false,
    hasScript: false,
    asksForScripts: false,
  };
  /** Depth of the outermost open link or navigation; 0 outside these. */
  let around = 0;
  for (let depth = 1; ; ) {
    let isEntered = true;
    if (cursor.kind === 'element') {
      isEntered = element(cursor, signs);
      if (around === 0 && AROUND.has(cursor.name)) around = depth;
    } else if (cursor.kind === 'text') {
      const length = lengthOf(cursor.text);
      signs.text += length;
      if (around === 0) signs.prose += length;
    }
    if (isEntered && cursor.firstChild()) {
      depth += 1;
      continue;
    }
    if (around === depth) around = 0;
    while (!cursor.nextSibling()) {
      depth -= 1;
      if (depth === 0 || !cursor.parent()) return signs;
      if (around === depth) around = 0;
    }
  }
}

function element(cursor: Cursor, signs: { -readonly [Name in keyof PageSigns]: PageSigns[Name] }): boolean {
  const { name } = cursor;
  if (name === 'script') signs.hasScript = true;
  else if (name === 'noscript') {
    const text = textBelow(cursor);
    // A longer text is content: some forums write their threads into `noscript`.
    if (text.length > REQUEST_MAX) signs.text += text.length;
    else signs.asksForScripts ||= FOR_SCRIPTS.test(text);
  } else if (name === 'title') signs.title ||= titleOf(cursor);
  else {
    if (name === 'h1') {
      if (signs.headings < HEADINGS_MAX) signs.heading ||= titleOf(cursor);
      signs.headings += 1;
    } else if (name === 'input') signs.hasPassword ||= /^password$/i.test(cursor.attribute('type') ?? '');
    return !UNSEEN.has(name);
  }
  return false;
}
