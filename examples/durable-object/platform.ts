/** What is used of workerd, so that the example needs no types but these. */

/** A statement of SQLite; what it gives is read by iteration. */
export interface Sql {
  exec<Row>(statement: string, ...values: (string | number | ArrayBuffer)[]): Iterable<Row>;
}

export interface DurableObjectState {
  readonly storage: {
    readonly sql: Sql;
    /** All that the function writes, or nothing. */
    transactionSync<T>(work: () => T): T;
  };
}

export interface DurableObjectNamespace {
  idFromName(name: string): object;
  get(id: object): { fetch(request: Request): Promise<Response> };
}
