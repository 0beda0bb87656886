import type { CreateOptions, Page, ResolvedOptions } from 'refrain';
import { Core, Reader } from 'refrain/engine';

/** Reads pages, each by the table of its site. */
export class SitePages {
  readonly #reader: Reader;
  readonly #learns: boolean;
  readonly #tables = new Map<string, number>();

  private constructor(reader: Reader, learns: boolean) {
    this.#reader = reader;
    this.#learns = learns;
  }

  /**
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {ModelError} `MODEL_INVALID`
   * @throws {UsageError} `CORE_FAILED`
   */
  static async create(options: ResolvedOptions, learns: boolean, create: CreateOptions): Promise<SitePages> {
    return new SitePages(new Reader(await Core.open(options, create), options), learns);
  }

  /** A page, valid until the next one. It is counted if the pages are learned; otherwise its site is not read. */
  read(site: string, html: string | Uint8Array): Page<never> {
    const name = this.#learns ? site : '';
    const table = this.#tables.get(name) ?? this.#reader.core.createTable();
    this.#tables.set(name, table);
    return this.#reader.html(table, html, { learn: this.#learns, id: undefined });
  }
}
