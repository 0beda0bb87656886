/** Whether the Markdown of articles begins with their headline. */
import { keyOf } from './compare.ts';

/** Undefined where the page is no article, or shows no line that is the headline. */
export interface Beginning {
  /** Whether it is the first line. */
  readonly begins: boolean | undefined;
  /** Whether that is a heading of the first level. */
  readonly asHeading: boolean | undefined;
  /** Whether another heading says the same. */
  readonly twice: boolean | undefined;
}

/** `text`: all of the page. */
export function compareBeginning(
  { kind, title }: { readonly kind: string; readonly title: string },
  markdown: string,
  text: string,
): Beginning {
  const wanted = keyOf(title);
  const isIt = (line: string): boolean => keyOf(withoutMarkup(line)) === wanted;
  if (kind !== 'article' || wanted === '' || !text.split('\n').some((line) => keyOf(line) === wanted))
    return { begins: undefined, asHeading: undefined, twice: undefined };
  const lines = markdown.split('\n');
  const [first = ''] = lines;
  return {
    begins: isIt(first),
    asHeading: isIt(first) && first.startsWith('# '),
    twice: lines.filter((line) => line.startsWith('#') && isIt(line)).length > 1,
  };
}

/** The text of a line without pictures, the addresses of links and tags. */
const withoutMarkup = (line: string): string =>
  line
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\\)<[^>]*>/g, '');
