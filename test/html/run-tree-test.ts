import type { HtmlParser } from 'refrain/html';
import type { TreeTest } from './dat.ts';
import { serialize } from './serialize.ts';

/** Parsers for the tests: one for each scripting flag. */
export interface Parsers {
  readonly on: HtmlParser;
  readonly off: HtmlParser;
}

/** The tree that a test gives with one of its scripting flags. */
export function treeOf({ data, context }: TreeTest, scripting: boolean, { on, off }: Parsers): string {
  const parser = scripting ? on : off;
  return serialize(context === undefined ? parser.parse(data) : parser.parseFragment(data, context));
}
