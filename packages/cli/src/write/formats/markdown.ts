/** The Markdown of each page, after a line with its name. */

import type { ValuesOf } from '../../arguments/flag-kinds.ts';
import type { FLAGS } from '../../arguments/flag-table.ts';
import { unicodeEscape } from '../../formats/json-line.ts';
import { type Field, readNames } from '../run-fields.ts';
import type { Format } from './format.ts';
import { namedPage } from './text.ts';

/** The default members in order. */
const MEMBERS: readonly Field[] = [
  ...(['title', 'url', 'authors', 'published', 'modified', 'siteName', 'language'] as const),
  ...(['description', 'image', 'reason'] as const),
];

/** The metadata above each page. Default: none, or all if pages are files. */
export function frontmatterFields({
  frontmatter,
  out,
}: Pick<ValuesOf<typeof FLAGS>, 'frontmatter' | 'out'>): readonly Field[] {
  const named = frontmatter ?? (out === undefined ? 'none' : 'all');
  return named === 'none' ? [] : named === 'all' ? MEMBERS : readNames('--frontmatter', named);
}

export const markdown: Format = {
  name: 'markdown',
  endings: ['md', 'markdown'],
  about: ['the content as Markdown, named as in text. --keep chooses another part'],
  flags: ['frontmatter'],
  extension: 'md',
  writer: ({ frontmatter }) => ({
    page(source) {
      const metadata = frontmatter.length === 0 ? '' : metadataLines(source.values(frontmatter));
      return namedPage(source.task, metadata + String(source.values(['markdown'])['markdown']));
    },
  }),
};

/** Characters that JSON allows as literals, and YAML does not. */
const SPECIAL = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * A text or a list of texts as JSON on one line, which is also YAML. Text of a page cannot end the value or add a
 * member.
 */
const written = (value: unknown): string => JSON.stringify(value).replace(SPECIAL, unicodeEscape);

/** Metadata as YAML between lines of dashes, without empty members. */
function metadataLines(metadata: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(metadata)
    .filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${written(value)}\n`);
  return `---\n${lines.join('')}---\n\n`;
}
