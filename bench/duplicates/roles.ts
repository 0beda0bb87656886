/** Chooses the labelled sites whose templates are used (hosts), and the site whose contents are used (source). */
import { shuffle } from '../../packages/cli/src/shuffle.ts';
import { readGold } from '../evaluation/gold.ts';
import { Problem } from '../problem.ts';
import type { LabelledSite } from './site.ts';
import { DEFAULT_WORDS, sourceOf, type WordRange } from './sources.ts';

export interface Roles {
  readonly hosts: readonly LabelledSite[];
  readonly source: LabelledSite;
}

/** Number of hosts, as in the paper. */
const HOSTS = 3;

/** Minimum pages of a host. */
const HOST_PAGES = 100;

/** The figures of a site are estimated from a sample, since reading all pages takes long. */
const SAMPLE = { pages: 100, seed: 1 };

const sampleOf = ({ pages }: LabelledSite) => shuffle(pages, SAMPLE.seed).slice(0, SAMPLE.pages);

/** Mean characters of template per page, from a sample. */
export function templatePerPage(site: LabelledSite): number {
  const sample = sampleOf(site);
  const segments = sample.flatMap(({ html }) => readGold(html, site.name).segments);
  const template = segments.filter(({ label }) => label === 'template');
  return template.reduce((sum, { length }) => sum + length, 0) / sample.length;
}

/** Estimated number of pages with content of the right length, from a sample. */
export function eligiblePages(site: LabelledSite, words: WordRange): number {
  const sample = sampleOf(site);
  const eligible = sample.filter((page) => sourceOf(page, words) !== undefined);
  return (eligible.length / sample.length) * site.pages.length;
}

/** Sites by a figure, the highest first. Equal sites keep their order. */
const byFigure = (sites: readonly LabelledSite[], figure: (site: LabelledSite) => number): LabelledSite[] =>
  sites
    .map((site) => ({ site, value: figure(site) }))
    .sort((one, other) => other.value - one.value)
    .map(({ site }) => site);

/** Hosts are the three sites with most template per page. The source is the other site with most pages of the right length. */
export function chooseRoles(sites: readonly LabelledSite[], words: WordRange = DEFAULT_WORDS): Roles {
  const large = sites.filter(({ pages }) => pages.length >= HOST_PAGES);
  const hosts = byFigure(large, templatePerPage).slice(0, HOSTS);
  const others = sites.filter((site) => !hosts.includes(site));
  const [source] = byFigure(others, (site) => eligiblePages(site, words));
  if (hosts.length < HOSTS || source === undefined) {
    throw new Problem(`mirrors need ${HOSTS} labelled sites with at least ${HOST_PAGES} pages, and one more site`);
  }
  return { hosts, source };
}
