/** Warns about a folder whose pages, which are judged as one site, declare URLs of several hosts. */
import { contextOf } from 'refrain/engine';
import { firstOf } from '../errors.ts';
import { isWriting, type Writer } from '../judge/page-writer.ts';

/** Maximum number of pages of a site whose URLs are read. */
const SAMPLE = 64;

/** A writer that collects the hosts of canonical URLs by site. */
export function hostWriter(): Writer {
  const sites = new Map<string, { pages: number; readonly hosts: string[] }>();
  return {
    name: 'hosts',
    page({ page, source: { site, task } }, mode) {
      const found = sites.get(site) ?? { pages: 0, hosts: [] };
      if (task.from.kind !== 'file' || !isWriting(mode) || found.pages === SAMPLE) return undefined;
      sites.set(site, found);
      found.pages += 1;
      const { address = '' } = contextOf(page);
      if (URL.canParse(address)) found.hosts.push(new URL(address).host.replace(/^www\./, ''));
      return undefined;
    },
    end: () => [...sites].map(([site, { hosts }]) => [site, hosts]),
  };
}

/** A remark for each site without a host that most of its pages have. `found`: results of `end`. */
export const hostRemarks = (found: readonly unknown[]): string[] =>
  (found as readonly (readonly [site: string, hosts: readonly string[]][] | undefined)[])
    .flatMap((sites) => sites ?? [])
    .flatMap(([site, hosts]) => {
      const names = [...new Set(hosts)];
      if (names.length < 2 || names.some((name) => 2 * hosts.filter((host) => host === name).length > hosts.length))
        return [];
      return `${site}: its pages name several hosts (${firstOf(names)}), but were judged as one site; give each host a folder`;
    });
