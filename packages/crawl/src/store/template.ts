import { SiteTemplate } from '@refrain/rules';
import { SnapshotError } from 'refrain';
import { StoreError } from '../errors.ts';

/**
 * Restores a template; makes a new one if nothing was saved.
 *
 * @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION` if a saved template cannot be read
 */
export function makeTemplate(site: string, saved?: Uint8Array): SiteTemplate {
  if (saved === undefined) return new SiteTemplate({ site });
  try {
    return SiteTemplate.load(saved, { site });
  } catch (cause) {
    if (!(cause instanceof SnapshotError)) throw cause;
    const code = cause.code === 'SNAPSHOT_VERSION' ? 'STORE_VERSION' : 'STORE_DAMAGED';
    throw new StoreError(code, `the store's template of ${site}: ${cause.message}`, { cause });
  }
}
