/** The types of workerd that the example uses, so that it has no further dependency. */

/** SQLite of a Durable Object. Results are read by iteration. */
export interface Sql {
  exec<Row>(statement: string, ...values: (string | number | ArrayBuffer)[]): Iterable<Row>;
}

export interface DurableObjectState {
  readonly storage: {
    readonly sql: Sql;
    /** Runs a function in a transaction. */
    transactionSync<T>(work: () => T): T;
  };
}

export interface DurableObjectNamespace {
  idFromName(name: string): object;
  get(id: object): { fetch(request: Request): Promise<Response> };
}
