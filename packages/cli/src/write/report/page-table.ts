/** Tables of pages that can be opened, the least sure first. */
import { type Markup, markup, shareLegend } from '@refrain/viewer';
import { count, finePercent } from 'refrain/engine';
import type { PageEntry } from './page-data.ts';
import { type Fact, heading, notes, nothing, orDash, searchField, shareBar } from './shell.ts';

/** A page, and where it is. */
export interface ListedPage {
  readonly page: PageEntry;
  readonly site: string;
  /** Path to the folder of its site. */
  readonly folder: string;
}

export const leastSureFirst = ({ page: one }: ListedPage, { page: other }: ListedPage): number =>
  (one.confidence ?? 1) - (other.confidence ?? 1) || one.position - other.position;

/** @param pages in this order */
export function pageTable(pages: readonly ListedPage[], id: string): Markup {
  const isSure = pages.some(({ page }) => page.confidence !== undefined);
  const hasSites = pages.some(({ site }) => site !== pages[0]?.site);
  const row = ({ page, site, folder }: ListedPage): Markup => {
    const { title, position, share, confidence } = page;
    const name = title === '' ? page.id : title;
    return markup`<tr>${isSure ? markup`<td data-value="${confidence ?? 1}">${orDash(confidence, finePercent)}</td>` : nothing}
<th scope="row"><a href="${folder}page.html#${position}">${name}</a>${title === '' ? nothing : markup`<br><small>${page.id}</small>`}</th>
<td data-value="${share}">${shareBar(share)}</td>${hasSites ? markup`<td>${site}</td>` : nothing}<td data-value="${position}">${count(position)}</td></tr>\n`;
  };
  const sorted = isSure ? 'Confidence' : hasSites ? undefined : 'No.';
  const heads = [...(isSure ? ['Confidence'] : []), 'Page', 'Template', ...(hasSites ? ['Site'] : []), 'No.'];
  const meanings: Fact[] = [
    ...(isSure ? [SURE] : []),
    ['Template', 'share of the text that belongs to the site: navigation, headers, footers'],
    ['No.', 'in the order of reading'],
  ];
  return markup`${shareLegend}
${pages.length > 10 ? searchField('Find a page', id) : nothing}
<div class="scroll tall"><table class="rows" id="${id}"><caption class="unseen">Pages</caption>
<thead><tr>${heads.map((head) => heading(head, head === sorted))}</tr></thead>
<tbody>${pages.map(row)}</tbody></table></div>
${notes(meanings)}`;
}

const SURE = ['Confidence', 'mean probability that the verdict on a block of the page is right'] as const;
