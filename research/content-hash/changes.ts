/** Changes around the content of a site's pages that must not change what the content is taken for. */

import type { SourcePage } from '../../bench/pages/site-files.ts';
import type { Below } from '../../bench/random.ts';
import { normalise } from '../evaluation/gold.ts';
import { LabelledPage } from './pages.ts';

export interface BenchSite {
  readonly name: string;
  readonly pages: readonly SourcePage[];
}

/** The pages of a site after a change; undefined for one that the change cannot be made to. */
export type Change = (site: BenchSite, other: BenchSite, below: Below) => (string | undefined)[];

const open = (page: SourcePage): LabelledPage => new LabelledPage(page);

/** Every page in the template of a page of another site. */
export const transplanted: Change = (site, other) =>
  site.pages.map((page, at) => {
    const host = other.pages[at % other.pages.length];
    if (host === undefined) return undefined;
    const target = open(host);
    return open(page).moveInto(target) ? target.html() : undefined;
  });

/** Takes the text of about the same length, which the next one does not get. */
function takeLike(text: string, stock: string[]): string {
  let best = 0;
  for (const [at, each] of stock.entries()) {
    if (Math.abs(each.length - text.length) < Math.abs((stock[best]?.length ?? 0) - text.length)) best = at;
  }
  return stock.splice(best, 1)[0] ?? text;
}

/** Every template text outside of the content replaced by one of another site, the same by the same, links by links. */
export const rewritten: Change = (site, other) => {
  const templateOf = (page: LabelledPage) => page.texts().filter(({ isContent, isInside }) => !isContent && !isInside);
  const all = other.pages.flatMap((page) => templateOf(open(page)));
  const stockOf = (linked: boolean): string[] => [
    ...new Set(all.filter(({ isLinked }) => isLinked === linked).map(({ node }) => normalise(node.value))),
  ];
  const stocks = { true: stockOf(true), false: stockOf(false) };
  const texts = new Map<string, string>();
  return site.pages.map((source) => {
    const page = open(source);
    for (const { node, isLinked } of templateOf(page)) {
      const stock = stocks[`${isLinked}`];
      const key = `${isLinked} ${normalise(node.value)}`;
      const text = texts.get(key) ?? takeLike(normalise(node.value), stock);
      texts.set(key, text);
      node.value = node.value.replace(/\S(?:.*\S)?/s, () => text);
    }
    return page.html();
  });
};

const PEOPLE = ['Ann Lee', 'Jo Brand', 'Max Roth', 'Ida Moss'];
const MONTHS = ['January', 'March', 'June', 'September', 'December'];

const pick = <T>(list: readonly T[], below: Below): T => list[below(list.length)] as T;

function byline(below: Below): string {
  const ago = `${2 + below(50)} ${pick(['minutes', 'hours', 'days'], below)} ago`;
  const date = `${1 + below(28)} ${pick(MONTHS, below)} ${2015 + below(10)}`;
  const lines = [
    `<span>${below(9000)} views</span> <span>${below(90)} comments</span> <time>${ago}</time>`,
    `Last updated on ${date} at ${10 + below(13)}:${10 + below(49)}`,
    `This page was viewed ${below(90_000)} times, last ${ago}`,
  ];
  return lines.map((line) => `<div class="meta">${line}</div>`).join('');
}

/** A box with three pages of the site, which change: title and the start of the text, linked as teasers are. */
function teasers(site: BenchSite, below: Below): string {
  const items = [0, 1, 2].map(() => {
    const texts = open(pick(site.pages, below)).texts();
    const content = texts.filter(({ isContent }) => isContent).map(({ node }) => normalise(node.value));
    const [title = 'More', ...rest] = content;
    return `<li><a href="/p${below(99)}"><b>${title.slice(0, 80)}</b> ${rest.join(' ').slice(0, 60)}</a> <i>${pick(PEOPLE, below)}</i></li>`;
  });
  return `<div class="related"><h3>Related</h3><ul>${items.join('').replaceAll('&', '&amp;')}</ul></div>`;
}

/** Counters, dates of now, rotating teasers and tracking parameters, which are others in every crawl. */
export const noisy: Change = (site, _other, below) =>
  site.pages.map((source) => {
    const page = open(source);
    page.addBeside(byline(below), 'before');
    page.addBeside(teasers(site, below), 'behind');
    page.track(String(below(1e6)));
    return page.html();
  });

export const unchanged: Change = (site) => site.pages.map((page) => open(page).html());

/** Changes by name, each against a crawl of the pages as `before` has them. */
export const CHANGES: Readonly<Record<string, { readonly before: Change; readonly after: Change }>> = {
  order: { before: unchanged, after: unchanged },
  transplanted: { before: unchanged, after: transplanted },
  rewritten: { before: unchanged, after: rewritten },
  noisy: { before: noisy, after: noisy },
};
