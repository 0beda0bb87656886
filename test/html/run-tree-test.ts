import type { HtmlParser } from 'refrain/html';
import type { TreeTest } from './dat.ts';
import { serialize } from './serialize.ts';

/** Parsers for the tests: one for each scripting flag. */
export interface Parsers {
  readonly on: HtmlParser;
  readonly off: HtmlParser;
}

/** The serialised tree of a test with scripting on or off. */
export function treeOf({ data, context }: TreeTest, scripting: boolean, { on, off }: Parsers): string {
  const parser = scripting ? on : off;
  return serialize(context === undefined ? parser.parse(data) : parser.parseFragment(data, context));
}
