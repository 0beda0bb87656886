/**
 * Writes the constants of scripts/vocabulary.ts from the rows of vocabulary.txt. In assembly/: lists of words, or
 * functions that compare a short word as a number. Elsewhere: groups of a regular expression, a list of groups
 * (`MONTHS`) or of currencies.
 *
 * Run: by npm run build
 */
import { writeGenerated } from './generated-file.ts';
import { FILES, VOCABULARY } from './vocabulary.ts';

interface Meaning {
  readonly summary: string;
  readonly rows: { readonly languages: string[]; readonly words: string[] }[];
}

const MEANINGS = new Map<string, Meaning>();
for (const line of VOCABULARY.trim().split('\n')) {
  const [, indent = '', name = '', text = ''] = /^( *)([\w -]+): (.*)$/.exec(line) ?? [];
  if (line === '') continue;
  if (name === '') throw new Error(`not a meaning, nor a row: ${line}`);
  if (indent === '') MEANINGS.set(name, { summary: text, rows: [] });
  else [...MEANINGS.values()].at(-1)?.rows.push({ languages: name.split(' '), words: text.split(' ') });
}

function meaning(name: string): Meaning {
  const found = MEANINGS.get(name);
  if (found === undefined) throw new Error(`scripts/vocabulary.txt has no meaning ${name}`);
  return found;
}

/** Words of meanings (`months`), or of one language (`months/en`). */
function wordsOf(names: readonly string[]): string[] {
  const words = names.flatMap((each) => {
    const [name = '', language] = each.split('/');
    const rows = meaning(name).rows.filter(({ languages }) => language === undefined || languages.includes(language));
    return rows.flatMap((row) => row.words);
  });
  return [...new Set(words)];
}

/** Without words that contain another word: words of `…-names` are also found inside longer words. */
const shortest = (words: readonly string[]): string[] =>
  words.filter((word) => !words.some((other) => other !== word && word.includes(other)));

// ── assembly/: lists of words, and words compared as numbers ──

const wrapped = (words: readonly string[]): string => `${words.join(' ')} `.replace(/(.{1,118}) /g, '$1\n');
const numberOf = (word: string): string => `0x${Buffer.from(word).toString('hex')}`;

function moduleConstant(name: string, names: readonly string[]): string {
  const words = wordsOf(names);
  if (name.endsWith('_WORDS')) return `export const ${name} = '${words.map((word) => `${word}*`).join(' ')}';\n`;
  if (/^[A-Z]/.test(name)) {
    const plain = words.filter((word) => /^[a-z][a-z/]*-?$/.test(word));
    return `export const ${name} = \`${wrapped(plain)}\`;\n`;
  }
  const short = new Set(words.flatMap((word) => word.split('/')).filter((word) => /^[a-z]{1,3}$/.test(word)));
  return `export function ${name}(word: u32): bool {
  switch (word) {
    // ${[...short].join(' ')}
${[...short].map((word) => `    case ${numberOf(word)}:\n`).join('')}      return true;
    default:
      return false;
  }
}
`;
}

// ── Elsewhere: groups of regular expressions ──

const expressionOf = (word: string): string =>
  word
    .replace(/[.$]/g, '\\$&')
    .replaceAll('_', ' ')
    .replace(/(?<=.)-(?=.)/g, '-?')
    .replace(/^-/, '(?<![a-z])')
    .replace(/-$/, '(?![a-z])');

function groupConstant(name: string, names: readonly string[]): string {
  const isName = names.every((each) => each.endsWith('-names'));
  if (name === 'CURRENCIES') return `export const ${name} = '${wordsOf(names).join('|')}';\n`;
  const all = names[0] === 'currencies' ? signsOf(wordsOf(names)) : wordsOf(names);
  const words = isName ? shortest(all) : all;
  return `export const ${name} = ${JSON.stringify(`(?:${words.map(expressionOf).join('|')})`)};\n`;
}

/** Codes, signs and names of currencies. */
const signsOf = (currencies: readonly string[]): string[] => [
  ...new Set(currencies.flatMap((word) => word.split('/')).map((sign) => sign.replace(/@.*/, ''))),
];

/** A group for each month. */
function monthsConstant(name: string): string {
  const { rows } = meaning('months');
  if (rows.some(({ words }) => words.length !== 12)) throw new Error('a row of months has no twelve words');
  const months = Array.from(
    { length: 12 },
    (_, at) => new Set(rows.flatMap(({ words }) => words[at]?.split('/') ?? [])),
  );
  return `export const ${name} = [\n${months.map((month) => `  '(?:${[...month].join('|')})',\n`).join('')}];\n`;
}

for (const [file, constants] of Object.entries(FILES)) {
  const written = constants
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', text = ''] = line.split(': ');
      const names = text.split(' ');
      const [first = '', ...others] = names;
      const summary = others.length === 0 ? meaning(first).summary : `Words of ${names.join(', ')}.`;
      const isModule = file.startsWith('assembly/');
      const code = isModule
        ? moduleConstant(name, names)
        : name === 'MONTHS'
          ? monthsConstant(name)
          : groupConstant(name, names);
      return `/** ${summary} */\n${code}`;
    });
  const about = 'Written by scripts/generate-vocabulary.ts from scripts/vocabulary.txt; change the rows there.';
  writeGenerated(new URL(`../${file}`, import.meta.url), `// ${about}\n\n${written.join('\n')}`);
}
