/** Cookies in a file in Netscape's format, as used by curl, wget and yt-dlp. No message contains a part of a cookie. */

import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Cookie, type CookieJar } from 'tough-cookie';
import { CommandError, errorCode } from '../../errors.ts';
import { checkFile } from '../../files/output-target.ts';
import { partialPath, removePartials } from '../../files/partial-file.ts';

const HEAD =
  '# Netscape HTTP Cookie File\n# refrain keeps it up to date. Who has it is logged in: show it to nobody.\n\n';
const HTTP_ONLY = '#HttpOnly_';

/** @throws {SyntaxError} whose message contains no part of the line */
function cookieOf(line: string): Cookie | undefined {
  const isHttpOnly = line.startsWith(HTTP_ONLY);
  if (line.trim() === '' || (line.startsWith('#') && !isHttpOnly)) return undefined;
  const [domain = '', forSubdomains, path, secure, expiry, key, value = ''] = line
    .slice(isHttpOnly ? HTTP_ONLY.length : 0)
    .split('\t');
  const seconds = Number(expiry);
  if (key === undefined || domain === '' || Number.isNaN(seconds)) throw new SyntaxError();
  return new Cookie({
    ...{ key, value, domain: domain.replace(/^\./, '').toLowerCase(), path: path || '/' },
    ...{ hostOnly: forSubdomains?.toUpperCase() !== 'TRUE', secure: secure?.toUpperCase() === 'TRUE' },
    // 0 marks a session cookie. It is kept for the next command.
    ...{ httpOnly: isHttpOnly, expires: seconds > 0 ? new Date(1000 * seconds) : 'Infinity' },
  });
}

export const cookiesOf = (jar: CookieJar): Cookie[] =>
  (jar.serializeSync()?.cookies ?? [])
    .flatMap((each) => Cookie.fromJSON(each) ?? [])
    .filter((cookie) => cookie.TTL() > 0);

/** Undefined if a line cannot represent the cookie. */
function lineOf(cookie: Cookie): string | undefined {
  const { key, value, domain, path, hostOnly, secure, httpOnly } = cookie;
  const flag = (given: unknown): string => (given ? 'TRUE' : 'FALSE');
  const end = cookie.expiryTime() ?? Number.POSITIVE_INFINITY;
  const expiry = Number.isFinite(end) ? Math.ceil(end / 1000) : 0;
  const host = hostOnly ? `${domain}` : `.${domain}`;
  const fields = [host, flag(!hostOnly), path ?? '/', flag(secure), `${expiry}`, key, value];
  return fields.some((field) => /[\t\r\n]/.test(field)) ? undefined : (httpOnly ? HTTP_ONLY : '') + fields.join('\t');
}

export class CookieFile {
  readonly #jar: CookieJar;
  readonly #path: string;
  readonly #source: string;
  #written = '';
  #saving: NodeJS.Timeout | undefined;

  /**
   * @param jar receives the cookies of the file, if it exists
   * @throws {CommandError} `INPUT_INVALID`; also if the file is not writable
   */
  constructor(jar: CookieJar, path: string) {
    this.#jar = jar;
    this.#source = `--cookies ${path}`;
    checkFile(path, this.#source);
    try {
      this.#path = existsSync(path) ? realpathSync(path) : path;
      accessSync(dirname(this.#path), constants.W_OK);
      removePartials(dirname(this.#path));
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      for (const [at, line] of text.split(/\r?\n/).entries()) this.#add(line, at + 1);
    } catch (error) {
      throw error instanceof CommandError ? error : CommandError.of(this.#source, error);
    }
  }

  #add(line: string, number: number): void {
    try {
      const cookie = cookieOf(line);
      if (cookie !== undefined && cookie.TTL() > 0) void this.#jar.store.putCookie(cookie);
    } catch {
      const message = `${this.#source}: line ${number} is not a cookie in the format of Netscape, which curl writes`;
      throw new CommandError(message, { code: 'INPUT_INVALID' });
    }
  }

  /** Schedules a write within a second, so that a killed command loses few cookies. */
  changed(): void {
    this.#saving ??= setTimeout(() => {
      this.#saving = undefined;
      try {
        this.save();
      } catch {
        // `save` at the end reports the error.
      }
    }, 1000).unref();
  }

  /**
   * Replaces a changed file, with permissions for this user only.
   *
   * @throws {CommandError}
   */
  save(): void {
    clearTimeout(this.#saving);
    const lines = cookiesOf(this.#jar).flatMap((cookie) => lineOf(cookie) ?? []);
    const text = HEAD + lines.map((line) => `${line}\n`).join('');
    if (text === this.#written) return;
    const part = partialPath(dirname(this.#path), 'cookies');
    try {
      rmSync(part, { force: true });
      writeFileSync(part, text, { flag: 'wx', mode: 0o600 });
      renameSync(part, this.#path);
      this.#written = text;
    } catch (error) {
      rmSync(part, { force: true });
      throw new CommandError(`${this.#source}: the cookies cannot be written back`, { code: errorCode(error) });
    }
  }
}
