/** The Markdown of each page below a line that names the page. */

import { type Flag, option, toggle } from '../../arguments/flags.ts';
import { unicodeEscape } from '../../formats/json-line.ts';
import { FIELDS, type Field, readNames } from '../fields.ts';
import { defineFormat } from './format.ts';
import { namedPage } from './text.ts';

/** The usual members in their order. */
const MEMBERS: readonly Field[] = [
  ...(['title', 'url', 'authors', 'published', 'modified', 'siteName', 'language'] as const),
  ...(['description', 'image', 'reason'] as const),
];

/** All members. */
const ALL = 'all';

/** Names of fields that may follow the flag: another word is an input, and the flag has all members. */
const isNames = (word: string): boolean => (word.includes(',') ? !/[/\\]/.test(word) : Object.hasOwn(FIELDS, word));

const named = (meaning: string): Flag<readonly Field[] | undefined> => ({
  ...option('[NAMES]', meaning, (given, name) => (given === ALL ? MEMBERS : readNames(name, given))),
  bare: { text: ALL, takes: isNames },
});

export const markdown = defineFormat({
  name: 'markdown',
  endings: ['md', 'markdown'],
  about: ['the content as Markdown, the same way. --keep chooses another part'],
  flags: {
    frontmatter: named(
      'markdown: the facts of each page above it as YAML, all or these with commas; with --out always',
    ),
    noFrontmatter: toggle('markdown: no facts with --out either'),
  },
  extension: 'md',
  writer(parts, { frontmatter, noFrontmatter }) {
    const members = frontmatter ?? (parts.out === undefined || noFrontmatter ? undefined : MEMBERS);
    return {
      page(source) {
        const facts = members === undefined ? '' : factLines(source.values(members));
        return namedPage(source.task, facts + String(source.values(['markdown'])['markdown']));
      },
    };
  },
});

/** What JSON has as it is, and YAML does not. */
const SPECIAL = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A text in double quotes on one line, or a list of them: JSON is YAML. A page cannot end it, nor add a member. */
const written = (value: unknown): string => JSON.stringify(value).replace(SPECIAL, unicodeEscape);

/** Facts as YAML between two lines of dashes, without those that are empty. */
export function factLines(facts: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${written(value)}\n`);
  return `---\n${lines.join('')}---\n\n`;
}
