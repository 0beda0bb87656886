/** Which of some labelled sites lend their template, and which one its content, where nobody says. */
import { shuffle } from '../../packages/cli/src/shuffle.ts';
import { readGold } from '../evaluation/gold.ts';
import { Problem } from '../problem.ts';
import type { LabelledSite } from './site.ts';
import { sourceOf, USUAL_WORDS, type WordRange } from './sources.ts';

export interface Roles {
  readonly hosts: readonly LabelledSite[];
  readonly source: LabelledSite;
}

/** As many as the paper has. */
const HOSTS = 3;

/** A host with fewer pages would be one page again and again. */
const HOST_PAGES = 100;

/** Pages that tell how a site is: large ones take long to be read. */
const SAMPLE = { pages: 100, seed: 1 };

const sampleOf = ({ pages }: LabelledSite) => shuffle(pages, SAMPLE.seed).slice(0, SAMPLE.pages);

/** Characters of template that a page of the site has on average, by a sample. */
export function templatePerPage(site: LabelledSite): number {
  const sample = sampleOf(site);
  const segments = sample.flatMap(({ html }) => readGold(html, site.name).segments);
  const template = segments.filter(({ label }) => label === 'template');
  return template.reduce((sum, { length }) => sum + length, 0) / sample.length;
}

/** How many pages of the site have content of the right length, by a sample. */
export function eligiblePages(site: LabelledSite, words: WordRange): number {
  const sample = sampleOf(site);
  const eligible = sample.filter((page) => sourceOf(page, words) !== undefined);
  return (eligible.length / sample.length) * site.pages.length;
}

/** What is highest comes first; what is equal stays in order. */
const byFigure = (sites: readonly LabelledSite[], figure: (site: LabelledSite) => number): LabelledSite[] =>
  sites
    .map((site) => ({ site, value: figure(site) }))
    .sort((one, other) => other.value - one.value)
    .map(({ site }) => site);

/** The three sites with most template a page are hosts; of the others, the one with most pages of the right length. */
export function chooseRoles(sites: readonly LabelledSite[], words: WordRange = USUAL_WORDS): Roles {
  const large = sites.filter(({ pages }) => pages.length >= HOST_PAGES);
  const hosts = byFigure(large, templatePerPage).slice(0, HOSTS);
  const others = sites.filter((site) => !hosts.includes(site));
  const [source] = byFigure(others, (site) => eligiblePages(site, words));
  if (hosts.length < HOSTS || source === undefined) {
    throw new Problem(`mirrors need ${HOSTS} labelled sites of ${HOST_PAGES} pages and one more`);
  }
  return { hosts, source };
}
