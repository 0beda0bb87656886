/** The parts of a page without scripts and requests, in light and dark. */

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** A cell with emphasis, or with less weight than others. */
export interface Cell {
  readonly text: string;
  readonly tone: 'strong' | 'faint';
}

export type Row = readonly (string | Cell)[];

export const strong = (text: string): Cell => ({ text, tone: 'strong' });
export const faint = (text: string): Cell => ({ text, tone: 'faint' });
export const unreachable = faint('unreachable');

const cellOf = (cell: string | Cell, at: number, tag: 'td' | 'th'): string => {
  const { text, tone } = typeof cell === 'string' ? { text: cell, tone: undefined } : cell;
  const classes = [at === 0 ? 'name' : '', tone ?? ''].filter((name) => name !== '').join(' ');
  return `<${tag}${classes === '' ? '' : ` class="${classes}"`}>${escapeHtml(text)}</${tag}>`;
};

const rowOf = (row: Row, tag: 'td' | 'th'): string =>
  `<tr>${row.map((cell, at) => cellOf(cell, at, tag)).join('')}</tr>`;

export const table = (head: Row, rows: readonly Row[]): string =>
  `<div class="wide"><table><thead>${rowOf(head, 'th')}</thead><tbody>${rows
    .map((row) => rowOf(row, 'td'))
    .join('\n')}</tbody></table></div>`;

/** A list of words with their meanings. */
export const glossary = (words: readonly (readonly [string, string])[]): string =>
  `<dl>${words.map(([word, meaning]) => `<dt>${escapeHtml(word)}</dt><dd>${escapeHtml(meaning)}</dd>`).join('')}</dl>`;

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** The line under a figure: its data file and the command that wrote it. */
export const source = (file: string, command: string): string =>
  `<p class="source"><a href="data/${file}">data/${file}</a> · <code>${escapeHtml(command)}</code></p>`;

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: readonly string[];
}

/** Colours of the series, distinguishable with red-green blindness: for light and for dark background. */
const SERIES = [
  ['#0060a8', '#5cb3ff'],
  ['#c2410c', '#ff9a5c'],
  ['#00805c', '#3fd0a4'],
  ['#a23a86', '#ef8fd0'],
  ['#8a6d00', '#e6c229'],
  ['#5b6470', '#a6b0bd'],
] as const;

export const seriesColour = (at: number): string => `var(--series-${at % SERIES.length})`;

const variables = (ground: 0 | 1): string => SERIES.map((pair, at) => `--series-${at}:${pair[ground]}`).join(';');

const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--text:#1a1d21;--soft:#5b6470;--line:#d9dee4;--raised:#f5f7f9;${variables(0)}}
@media (prefers-color-scheme:dark){:root{--ground:#14171b;--text:#e7eaee;--soft:#9aa4b0;--line:#333a43;--raised:#1c2127;${variables(1)}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:2rem 1.25rem 6rem;background:var(--ground);color:var(--text);font:16px/1.55 system-ui,sans-serif}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.3rem;margin:3rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}h3{font-size:1rem;margin:1.75rem 0 .25rem}
p{max-width:46rem;margin:.5rem 0}a{color:inherit}nav ol{columns:2;column-gap:2.5rem;max-width:52rem;padding-left:1.25rem}
.lead{color:var(--soft)}.wide{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th{font-weight:600;color:var(--soft);vertical-align:bottom}th.name,td.name{text-align:left;padding-left:0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;font-size:.875rem}dd{margin:0;color:var(--soft)}.strong{font-weight:700}.faint{color:var(--soft)}
.source{font-size:.8rem;color:var(--soft)}code{font-size:.9em;background:var(--raised);padding:.1em .35em;border-radius:.25em}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.85rem;margin:.75rem 0 0;padding:0;list-style:none}
.legend i{display:inline-block;width:1.4em;height:.25em;border-radius:.2em;margin-right:.45em;vertical-align:middle}
svg{max-width:100%;height:auto;color:var(--text)}details{margin:.75rem 0}summary{cursor:pointer;color:var(--soft)}
`;

export const legend = (names: readonly string[]): string =>
  `<ul class="legend">${names
    .map((name, at) => `<li><i style="background:${seriesColour(at)}"></i>${escapeHtml(name)}</li>`)
    .join('')}</ul>`;

export const details = (summary: string, body: string): string =>
  `<details><summary>${escapeHtml(summary)}</summary>${body}</details>`;

export const document = (
  title: string,
  lead: readonly string[],
  sections: readonly Section[],
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(title)}</h1>
${lead.map((text) => `<p class="lead">${escapeHtml(text)}</p>`).join('\n')}
<nav><ol>${sections.map(({ id, title: name }) => `<li><a href="#${id}">${escapeHtml(name)}</a></li>`).join('')}</ol></nav>
${sections.map(({ id, title: name, body }) => `<section id="${id}"><h2>${escapeHtml(name)}</h2>\n${body.join('\n')}</section>`).join('\n')}
</html>
`;
