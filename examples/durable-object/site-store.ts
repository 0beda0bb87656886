// The types of workerd that the example uses, so that it has no further dependency.

/** SQLite of a Durable Object. Results are read by iteration. */
interface Sql {
  exec<Row>(statement: string, ...values: (string | number | ArrayBuffer)[]): Iterable<Row>;
}

export interface DurableObjectState {
  readonly storage: {
    readonly sql: Sql;
    /** Runs a function in a transaction. */
    transactionSync<T>(work: () => T): T;
  };
}

/** Values in SQLite of a Durable Object have at most 2 MB. */
const PART_BYTES = 1_000_000;

/** The stored state of a site: its snapshot in parts, and the ids of all counted pages. */
export class SiteStore {
  readonly #storage: DurableObjectState['storage'];
  readonly #sql: Sql;

  constructor({ storage }: DurableObjectState) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#sql.exec('CREATE TABLE IF NOT EXISTS snapshot (part INTEGER PRIMARY KEY, bytes BLOB NOT NULL)');
    this.#sql.exec('CREATE TABLE IF NOT EXISTS pages (id TEXT PRIMARY KEY) WITHOUT ROWID');
  }

  /** The last snapshot, or undefined if there is none. */
  read(): Uint8Array | undefined {
    const parts = [...this.#sql.exec<{ bytes: ArrayBuffer }>('SELECT bytes FROM snapshot ORDER BY part')];
    if (parts.length === 0) return undefined;
    const whole = new Uint8Array(parts.reduce((length, { bytes }) => length + bytes.byteLength, 0));
    let at = 0;
    for (const { bytes } of parts) {
      whole.set(new Uint8Array(bytes), at);
      at += bytes.byteLength;
    }
    return whole;
  }

  /** True if a page with this id was counted. */
  has(id: string): boolean {
    return [...this.#sql.exec('SELECT 1 FROM pages WHERE id = ?', id)].length > 0;
  }

  /** Writes the id of a page and the snapshot that includes this page, in one transaction. */
  write(id: string, snapshot: Uint8Array<ArrayBuffer>): void {
    this.#storage.transactionSync(() => {
      this.#sql.exec('INSERT INTO pages (id) VALUES (?)', id);
      this.#sql.exec('DELETE FROM snapshot');
      for (let part = 0; part * PART_BYTES < snapshot.length; part += 1) {
        const bytes = snapshot.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
        this.#sql.exec('INSERT INTO snapshot (part, bytes) VALUES (?, ?)', part, bytes.buffer);
      }
    });
  }

  /** Removes the site. */
  clear(): void {
    this.#storage.transactionSync(() => {
      this.#sql.exec('DELETE FROM snapshot');
      this.#sql.exec('DELETE FROM pages');
    });
  }
}
