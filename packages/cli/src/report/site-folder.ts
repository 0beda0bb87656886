import { createHash } from 'node:crypto';

const NAME_MAX = 80;

/** The name of a site's folder: valid on every file system, and different for every site. */
export function siteFolder(site: string): string {
  const safe = site
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '_')
    .slice(0, NAME_MAX);
  const isWhole = safe === site && !/^\.|\.$/.test(site);
  return isWhole
    ? safe
    : `${safe.replace(/^\.+|\.+$/g, '_')}-${createHash('sha256').update(site).digest('hex').slice(0, 8)}`;
}
