/** Warns about a folder whose pages, which are judged as one site, declare URLs of several hosts. */
import { firstOf } from '../errors.ts';
import { isWriting, type Writer } from '../judge/page-writer.ts';

/** Maximum number of pages of a site whose URLs are read. */
const SAMPLE = 64;

/** A writer that collects the hosts of canonical URLs by site. */
export function hostWriter(): Writer {
  const sites = new Map<string, string[]>();
  return {
    name: 'hosts',
    page({ page, source: { site, task } }, mode) {
      const hosts = sites.get(site) ?? [];
      if (task.from.kind !== 'file' || !isWriting(mode) || hosts.length === SAMPLE) return undefined;
      const { canonicalUrl = '' } = page.document({ fields: ['canonicalUrl'] });
      if (URL.canParse(canonicalUrl)) sites.set(site, [...hosts, new URL(canonicalUrl).host.replace(/^www\./, '')]);
      return undefined;
    },
    end: () => [...sites],
  };
}

/** A remark for each site without a host that most of its pages have. `found`: results of `end`. */
export const hostRemarks = (found: readonly unknown[]): string[] =>
  (found as readonly (readonly [site: string, hosts: readonly string[]][] | undefined)[])
    .flatMap((sites) => sites ?? [])
    .flatMap(([site, hosts]) => {
      const names = [...new Set(hosts)];
      if (names.some((name) => 2 * hosts.filter((host) => host === name).length > hosts.length)) return [];
      return `${site}: its pages name several hosts (${firstOf(names)}), but were judged as one site; give each host a folder`;
    });
