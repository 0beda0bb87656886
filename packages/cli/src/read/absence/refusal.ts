/** Refusals that a server declares by status or header. */
import { type Answer, FetchError, statusError } from '../fetch.ts';
import type { Absence } from './absence.ts';

export class RefusedError extends FetchError {
  readonly absence: Absence;

  constructor(absence: Absence, head: AnswerHead) {
    const { message, retryAfter } = statusError(head);
    super('HTTP_STATUS', `${message}: ${absence}`, head.status, retryAfter);
    this.absence = absence;
  }
}

/** Headers that mark an answer as a challenge, documented by Cloudflare, AWS and Vercel. */
const CHALLENGES: Readonly<Record<string, RegExp>> = {
  'cf-mitigated': /^challenge$/i,
  'x-amzn-waf-action': /^(?:challenge|captcha)$/i,
  'x-vercel-mitigated': /^challenge$/i,
};

const BLOCKED: ReadonlySet<number> = new Set([403, 429, 451]);

type AnswerHead = Pick<Answer, 'status' | 'headers'>;

function refusalOf({ status, headers }: AnswerHead): Absence | undefined {
  for (const [name, value] of Object.entries(CHALLENGES))
    if (value.test(String(headers[name] ?? ''))) return 'challenge';
  if (BLOCKED.has(status)) return 'blocked';
  return status === 401 ? 'login' : undefined;
}

/** @throws {RefusedError} */
export function checkRefusal(head: AnswerHead): void {
  const absence = refusalOf(head);
  if (absence !== undefined) throw new RefusedError(absence, head);
}
