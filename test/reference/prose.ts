/** Words and punctuation of texts, as the features count them. */

/**
 * The first 24 distinct runs of at least two ASCII letters. In names a capital after a small letter begins a new run. Words of
 * names begin with a full stop, those of headings with `#`.
 */
export const wordsIn = (texts: readonly string[], kind: 'name' | 'text' | 'heading'): string[] => {
  const split = texts.flatMap((text) => {
    const separated = kind === 'name' ? text.replace(/([a-z])(?=[A-Z])/g, '$1 ') : text;
    return separated.match(/[A-Za-z]{2,}/g) ?? [];
  });
  const prefix = { name: '.', text: '', heading: '#' }[kind];
  return [...new Set(split.map((word) => prefix + word.toLowerCase()))].slice(0, 24);
};

/** Counts of words and punctuation of a text with collapsed white space. */
export const proseOf = (
  text: string,
): { words: number; stops: number; commas: number; digits: number; ends: number } => {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const closed = text.replace(/[\0- ]+$/, '').replace(/["')]+$/, '');
  return {
    words: count(/[^\0- ]+/g) + Math.floor(count(/[\u3000-\ud7ff]/g) / 2),
    stops: count(/[.!?](?=[\0- ]|$)/g) + count(/[。！？]/g),
    commas: count(/[,;、，；]/g),
    digits: count(/[0-9]/g),
    ends: closed.endsWith(':') ? 1 : /[.!?。！？]$/.test(closed) ? 2 : 0,
  };
};
