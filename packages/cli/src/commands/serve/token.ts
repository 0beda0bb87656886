/** The token of a server, and its comparison. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { usageError } from '../../arguments/flags.ts';
import { CommandError } from '../../errors.ts';

/** Characters that a token must have: enough that nobody guesses it. */
const LEAST = 16;

/**
 * The token of a file, else that of the environment.
 *
 * @throws {CommandError} for a file that cannot be read, and a token that is short or that no header can have; it names no token
 */
export function readToken(file: string | undefined): string | undefined {
  const source = file === undefined ? 'REFRAIN_TOKEN' : `--token-file ${file}`;
  const text = (file === undefined ? process.env['REFRAIN_TOKEN'] : textOf(file, source))?.trim();
  if (text === undefined || (text === '' && file === undefined)) return undefined;
  if (text.length >= LEAST && /^[\x21-\x7e]+$/.test(text)) return text;
  throw usageError(`${source}: a token has ${LEAST} or more letters, digits and signs of ASCII, without spaces`);
}

function textOf(file: string, source: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw CommandError.of(source, error);
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a header has the token. The time says nothing of how much of it is right. */
export function bearerTest(token: string): (authorization: string | undefined) => boolean {
  const wanted = digest(token);
  return (authorization = '') => {
    const [, given] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    return timingSafeEqual(digest(given ?? ''), wanted);
  };
}
