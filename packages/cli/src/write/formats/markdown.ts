/** The Markdown of each page. Of several pages, each begins with a comment that has its name and its metadata. */

import type { ValuesOf } from '../../arguments/flag-kinds.ts';
import type { FLAGS } from '../../arguments/flag-table.ts';
import { unicodeEscape } from '../../formats/json-line.ts';
import { type Field, readNames } from '../run-fields.ts';
import type { Format } from './format.ts';
import { MARK, nameOf } from './text.ts';

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
  about: [
    'the content as Markdown, each of several pages after a comment that names',
    'it. --keep chooses another part',
  ],
  flags: ['frontmatter'],
  extension: 'md',
  writer: ({ frontmatter }) => ({
    page(source) {
      const { task } = source;
      const metadata = metadataLines(source.values(frontmatter));
      const text = String(source.values(['markdown'])['markdown']);
      if (task.isOnly) return metadata === '' ? text : `---\n${metadata}---\n\n${text}`;
      // Only at the beginning of a file, lines between dashes are metadata for other programs. A comment has no `--`.
      const comment = `${MARK}${nameOf(task)}${metadata === '' ? ' ' : `\n${metadata}`}`.replaceAll('--', '-\\u002d');
      return `<!--${comment}-->\n\n${text.replaceAll(MARK, ' ')}\n`;
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

/** Metadata as lines of YAML, without empty members. */
const metadataLines = (metadata: Readonly<Record<string, unknown>>): string =>
  Object.entries(metadata)
    .filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${written(value)}\n`)
    .join('');
