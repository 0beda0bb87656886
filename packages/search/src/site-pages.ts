import type { CreateOptions, Page, ResolvedOptions } from 'refrain';
import { Core, Reader } from 'refrain/engine';

/** Reads a page of a site, valid until the next one. */
export type PageReader = (site: string, html: string | Uint8Array) => Page<never>;

/**
 * Reads each page with the table of its site. Only learned pages change the table.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {ModelError} `MODEL_INVALID`
 * @throws {UsageError} `CORE_FAILED`
 */
export async function pageReader(options: ResolvedOptions, learn: boolean, create: CreateOptions): Promise<PageReader> {
  const reader = new Reader(await Core.open(options, create), options);
  const tables = new Map<string, number>();
  return (site, html) => {
    const name = learn ? site : '';
    const table = tables.get(name) ?? reader.core.createTable();
    tables.set(name, table);
    return reader.html(table, html, { learn, id: undefined });
  };
}
