/** A table of sites and the selectors of their content, main content and comments. */
import { readFileSync } from 'node:fs';
import { Problem } from '../../bench/command.ts';
import type { Selectors } from './label.ts';
import { readRows } from './tsv.ts';

export interface SelectorSite {
  readonly name: string;
  readonly selectors: Selectors;
}

/** Columns that are read. Others describe the site. */
const COLUMNS = ['name', 'content_selector', 'content_drop', 'main_selector', 'main_drop', 'comments_selector'];

/** @throws {Problem} where the table lacks a column, or a site has no selector of its main content */
export function readSelectorSites(file: string): SelectorSite[] {
  return readRows(file, readFileSync(file, 'utf8'), COLUMNS).map((cell) => {
    const name = cell('name');
    if (cell('main_selector') === '') throw new Problem(`${file}: ${name} has no main_selector`);
    return {
      name,
      selectors: {
        ...{ content: cell('content_selector'), drop: cell('content_drop') },
        ...{ main: cell('main_selector'), mainDrop: cell('main_drop'), comments: cell('comments_selector') },
      },
    };
  });
}
