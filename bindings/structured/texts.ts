/** Texts of a page's data without mark-up. */
import type { Detector } from '../detector.ts';
import { RefrainError } from '../errors.ts';

export interface DataText {
  readonly text: string;
  readonly words: readonly string[];
  /** Whether it is a name or a fact, which is nothing without the text that it belongs to. */
  readonly isName: boolean;
}

/** Makes plain text of a string; undefined where the strings before it have used up the limit. */
export type PlainText = (text: string) => string | undefined;

/** Makes plain text of strings, with and without mark-up, that are not longer than `maxLength` together. HTML is read by `detector`. */
export function plainTexts(detector: Detector, maxLength: number): PlainText {
  let left = maxLength;
  return (text) => {
    left -= text.length;
    return left < 0 ? undefined : plainOf(detector, text);
  };
}

/** White space is collapsed in lines. A string that is beyond the limits of a page is empty. */
function plainOf(detector: Detector, text: string): string {
  if (/<[a-z/!]|&[a-z#]/i.test(text)) {
    try {
      return detector.label(text).text('all');
    } catch (error) {
      if (error instanceof RefrainError && error.code !== 'DISPOSED') return '';
      throw error;
    }
  }
  const lines = text.split(/[\r\n]+/).map((line) => line.replace(/\s+/g, ' ').trim());
  return lines.filter((line) => line !== '').join('\n');
}
