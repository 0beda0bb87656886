/** The sites of the store. */

import type { SiteSummary } from '@refrain/crawl';
import { bytes, count, pages } from '@refrain/viewer';
import { byId, make } from './dom.ts';

/** Maximum of sites that are listed. */
const SHOWN = 50;

export function showSites(
  sites: readonly SiteSummary[],
  { canSave, save }: { readonly canSave: boolean; readonly save: (site: string) => void },
): void {
  const box = byId('sites', HTMLDivElement);
  if (sites.length === 0) {
    box.replaceChildren(make('p', { className: 'empty' }, 'None yet.'));
    return;
  }
  const largest = [...sites].sort((one, other) => other.pages - one.pages).slice(0, SHOWN);
  const rows = largest.map(({ site, pages: learned, entries, bytes: tableBytes }) => {
    const button = make(
      'button',
      { className: 'small', title: `Snapshot of ${site}, for Detector.restore` },
      'Snapshot',
    );
    button.type = 'button';
    button.disabled = !canSave;
    button.setAttribute('aria-label', `Save a snapshot of ${site}`);
    button.addEventListener('click', () => save(site));
    const facts = `${pages(learned)}, ${count(entries)} entries, ${bytes(tableBytes)}`;
    return make('li', {}, make('span', { title: site }, make('b', {}, site), make('small', {}, facts)), button);
  });
  const rest = sites.length - largest.length;
  box.replaceChildren(
    make('ul', {}, ...rows),
    ...(rest > 0 ? [make('p', { className: 'small' }, `and ${count(rest)} more sites with fewer pages`)] : []),
  );
}
