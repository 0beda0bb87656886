/** Examples of CommonMark whose HTML is not the same after Markdown, by number, with the reason. */

const APART = 'links side by side are shown apart';
const LAYOUT = 'a table of one cell is layout: its content is written without it';
const SCHEME = 'a link with this scheme is text: only those of the web, mail, telephone and file transfer are kept';

export const EXCEPTIONS: ReadonlyMap<number, string> = new Map([
  [34, 'the name of a language ends at a letter beyond ASCII'],
  [148, LAYOUT],
  [149, LAYOUT],
  [160, LAYOUT],
  [190, LAYOUT],
  [570, APART],
  [596, SCHEME],
  [598, SCHEME],
  [599, SCHEME],
  [601, SCHEME],
]);
