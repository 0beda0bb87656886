/** Refusals that a server declares by status or header. */

import { type Answer, FetchError, statusError } from '../fetch.ts';
import type { MissingReason } from './missing-reason.ts';

export class RefusalError extends FetchError {
  readonly missing: MissingReason;

  constructor(missing: MissingReason, head: AnswerHead) {
    const { message, retryAfter } = statusError(head);
    super('HTTP_STATUS', `${message}: ${missing}`, head.status, retryAfter);
    this.missing = missing;
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

function refusalOf({ status, headers }: AnswerHead): MissingReason | undefined {
  for (const [name, value] of Object.entries(CHALLENGES))
    if (value.test(String(headers[name] ?? ''))) return 'challenge';
  if (BLOCKED.has(status)) return 'blocked';
  return status === 401 ? 'login' : undefined;
}

/** @throws {RefusalError} */
export function checkRefusal(head: AnswerHead): void {
  const missing = refusalOf(head);
  if (missing !== undefined) throw new RefusalError(missing, head);
}
