/** Phrases that comments and documents must not contain, with standard wording; words of comments. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Comments in separate lines, or after a space at the end of a line. */
export const COMMENTS = /(?<=^|[ \t])(?:\/\*[\s\S]*?\*\/|(?:\/\/.*(?:\n[ \t]*(?=\/\/))?)+)/gm;

/** Standard wording by the phrase that it replaces. BE is any form of "be". */
const PHRASES: Readonly<Record<string, string>> = {
  'says|said|saying': 'states, declares, has, contains',
  'stands?(?! for\\b)|standing|stood': 'is, appears, occurs',
  'gives|given by|gave': 'returns, yields; input, argument',
  'behind(?! (?:an?|the) (?:proxy|login|paywall|firewall)\\b)': 'after',
  'asks|asked|asking': 'requests, calls, queries',
  beside: 'next to, besides, along with',
  'BE no(?! (?:longer|more|less|later)\\b)': 'is not a',
  'stays?|stayed|(?:goes|go|went) away': 'is kept, remains; is removed',
  alone: 'only, by itself',
  'of (?:its|their) own': 'its own, separate',
  room: 'capacity, space, memory',
  'as (?:many|long) as|at most so many|so many': 'at most N, maximum',
  '(?:of|in) which': 'whose, or two sentences',
  'such an?': 'this kind of',
  'an? person|persons': 'a user, a reader',
  'but for': 'except',
  'takes? long': 'is slow',
  'worths?': 'rank, score',
  '(?<!there )BE none|BE (?:told|heard)|in hand|let go|can ?not be had': 'a sentence with its subject first',
};

const RULES = [
  ...Object.entries(PHRASES).map(([phrase, write]) => ({
    pattern: new RegExp(`\\b(?:${phrase.replaceAll('BE', '(?:is|are|was|were|be)')})\\b`, 'gi'),
    write,
  })),
  { pattern: /(?<=\/\*\*[\s*]*)Whether\b/g, write: 'True if' },
  { pattern: /(?<![\w.`'"/*)\]-])\.\d+(?![\w.])/g, write: 'a zero before the point' },
];

interface Hit {
  readonly path: string;
  readonly line: number;
  readonly phrase: string;
  readonly write: string;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The comments of a program, or the prose of a document. Other text is blank, so that offsets are kept. */
function proseOf(path: string, source: string): string {
  if (path.endsWith('.md')) return source.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)\n]*\)/g, blank);
  let prose = '';
  let end = 0;
  for (const { 0: comment, index } of source.matchAll(COMMENTS)) {
    prose += blank(source.slice(end, index)) + comment.replace(/`[^`\n]*`/g, blank);
    end = index + comment.length;
  }
  return prose;
}

interface Prose {
  readonly hits: readonly Hit[];
  readonly commentWords: number;
  readonly documentWords: number;
}

/** All files of the repository, except inputs and expected outputs of tests. */
export function checkProse(): Prose {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.md'], { encoding: 'utf8' }).split('\n');
  const hits: Hit[] = [];
  const words = { comments: 0, documents: 0 };
  for (const path of listed) {
    if (!existsSync(path) || /\/(?:cases|fixtures)\/|^CHANGELOG|phrases\.ts$/.test(path)) continue;
    const source = readFileSync(path, 'utf8');
    if (source.startsWith('// Written by')) continue;
    const prose = proseOf(path, source);
    words[path.endsWith('.md') ? 'documents' : 'comments'] += prose.match(/\p{L}[\p{L}\p{N}'-]*/gu)?.length ?? 0;
    // A phrase may continue in the next line.
    const text = prose.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?/g, (gap) => ' '.repeat(gap.length));
    for (const { pattern, write } of RULES)
      for (const { 0: phrase, index } of text.matchAll(pattern))
        hits.push({
          path,
          line: source.slice(0, index).split('\n').length,
          phrase: phrase.replace(/\s+/g, ' '),
          write,
        });
  }
  return { hits, commentWords: words.comments, documentWords: words.documents };
}
