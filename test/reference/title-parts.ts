/** The twin of the parts of a title, which a site counts: a regular expression where the module reads bytes. */

/** Maximum number of parts; the last one takes what is left. */
const PARTS_MAX = 8;

const SIGN = String.raw`(?:[!-%'-/:-@[-\u0060{-~]{1,3}|[\u0080-\u00bf]|[\u2000-\u2fff])`;
const EAST = String.raw`\u{3000}-\u{10ffff}`;
const SEPARATOR = new RegExp(String.raw` ${SIGN} |: |[|｜]|(?<=[\u{3000}-\u{ffff}])[-_]|[-_](?=[${EAST}])`, 'gu');

/** The parts of a title whose white space is collapsed. */
export function partsOf(title: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { index, 0: separator } of title.matchAll(SEPARATOR)) {
    if (parts.length + 1 >= PARTS_MAX) break;
    const part = title.slice(start, index).trim();
    if (part !== '') parts.push(part);
    start = index + separator.length;
  }
  return [...parts, title.slice(start).trim()].filter((part) => part !== '');
}
