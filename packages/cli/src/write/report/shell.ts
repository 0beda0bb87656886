/** The parts that all pages of the report have. */
import { Markup, markup } from '@refrain/viewer';
import { finePercent } from 'refrain/engine';

/** Pages of the crawl become part of the report only as text; if markup of one got in, this policy would disable it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'self' file: 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export const nothing = new Markup('');

export interface Shell {
  readonly title: string;
  /** Path from the page to the folder of the report: empty, or with a slash at its end. */
  readonly root: string;
  /** Links of the breadcrumb. */
  readonly trail: readonly Markup[];
  readonly scripts?: readonly string[];
  readonly main: Markup;
  readonly className: string;
}

export function shell({ title, root, trail, scripts = [], main, className }: Shell): string {
  const loaded = scripts.map((name) => markup`<script src="${name}" defer></script>\n`);
  return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="stylesheet" href="${root}assets/report.css">
${loaded}<body class="${className}">
<a class="skip" href="#main">Skip to content</a>
<header class="top"><nav aria-label="Breadcrumb"><ol>${trail.map((step) => markup`<li>${step}</li>`)}</ol></nav></header>
${main}
</body>
</html>
`.text;
}

export type Fact = readonly [name: string, value: string];

const listOf =
  (className: string) =>
  (items: readonly (readonly [name: string, value: string | Markup])[]): Markup =>
    markup`<dl class="${className}">${items.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

/** Figures side by side. */
export const facts = listOf('facts');

/** Terms and their explanations, below what they explain. */
export const notes = listOf('notes');

/** What is known of the run. */
export const runFacts = listOf('run');

/** A share of template as a bar in two colours and as a number. */
export const shareBar = (share: number): Markup =>
  markup`<span class="share-bar" style="--share:${share.toFixed(3)}" aria-hidden="true"></span> ${finePercent(share)}`;

/** A search field for the rows of a table. */
export const searchField = (label: string, table: string): Markup =>
  markup`<p class="search"><label>${label} <input type="search" data-rows="${table}"></label> <output></output></p>`;

/** The head of a column that the rows can be sorted by. */
export const heading = (name: string, isSorted = false): Markup =>
  markup`<th scope="col"${isSorted ? markup` aria-sort="ascending"` : nothing}>${name}</th>`;

export const orDash = (value: number | undefined, format: (value: number) => string): string =>
  value === undefined ? '–' : format(value);
