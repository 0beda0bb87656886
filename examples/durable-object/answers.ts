import { RefrainError } from 'refrain';

/** An error with an HTTP status. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Statuses of errors that a request causes. Other errors are 500. */
const STATUS: Readonly<Record<string, number>> = {
  URL_INVALID: 400,
  INPUT_INVALID: 400,
  PAGE_TOO_LARGE: 413,
  TOO_MANY_NODES: 413,
  PAGE_TOO_COMPLEX: 413,
  TABLE_FULL: 507,
  OUT_OF_MEMORY: 507,
};

/** The response for an error. */
export function failure(error: unknown): Response {
  const { message } = error instanceof Error ? error : { message: String(error) };
  if (error instanceof HttpError) return Response.json({ code: error.code, message }, { status: error.status });
  const code = error instanceof RefrainError ? error.code : 'FAILED';
  return Response.json({ code, message }, { status: STATUS[code] ?? 500 });
}
