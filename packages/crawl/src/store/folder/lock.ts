/**
 * A lock that ends with its process, even if this is killed: a Unix socket in the folder, at which its process answers.
 * The kernel finds a Unix socket by its file, so containers that share the folder on one host share the lock. On a
 * network file system, the processes of other machines do not find it.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, StoreError } from '../../errors.ts';

const PREFIX = 'LOCK.';

export const isLock = (name: string): boolean => name.startsWith(PREFIX);

/** Maximum bytes of the address of a socket on macOS; Linux accepts four more. */
const ADDRESS_BYTES = 103;
/** Number of attempts of a process that waits for others to withdraw, and milliseconds between them. */
const ATTEMPTS = 5;
const PAUSE = 20;

/**
 * Returns a function that releases the lock.
 *
 * @throws {StoreError} `STORE_LOCKED`
 */
export async function lock(folder: string): Promise<() => void> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const name = `refrain-${dev}-${ino}`;
  const release =
    process.platform === 'win32'
      ? await listen(`\\\\.\\pipe\\${name}`)
      : // For read-only folders and file systems without sockets. Containers do not share it.
        await hold(folder, PREFIX).catch(() => hold(tmpdir(), `${name}.`));
  if (release === undefined)
    throw new StoreError(
      'STORE_LOCKED',
      'the store is already open, perhaps in another process: each process needs a separate folder',
    );
  return release;
}

/** Undefined if another process listens. `onClose` is called when the address is free again. */
async function listen(path: string, onClose = (): void => undefined): Promise<(() => void) | undefined> {
  const server = createServer((socket) => socket.destroy()).unref();
  server.once('close', onClose);
  try {
    server.listen({ path, exclusive: true, writableAll: true });
    await once(server, 'listening');
    return () => void server.close();
  } catch (error) {
    server.close();
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    return undefined;
  }
}

/** Listens at a socket with a random name. Undefined if another one answers: at most one of two processes remains. */
async function hold(folder: string, prefix: string): Promise<(() => void) | undefined> {
  const opened = openSync(folder, 'r');
  const own = prefix + randomBytes(6).toString('hex');
  const isLong = Buffer.byteLength(join(folder, own)) > ADDRESS_BYTES;
  const path = isLong ? `/proc/self/fd/${opened}` : folder;
  const release = await listen(join(path, own), () => closeSync(opened));
  const isHeld = await isAlone(path, prefix, own).catch(() => false);
  if (!isHeld) release?.();
  return isHeld ? release : undefined;
}

async function isAlone(folder: string, prefix: string, own: string): Promise<boolean> {
  const dead = new Set<string>();
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    const names = (await readdir(folder)).filter((name) => name.startsWith(prefix) && !dead.has(name));
    // Another process may have removed the socket before this one answered.
    if (names.join() === own) return true;
    const others: string[] = [];
    for (const name of names) {
      if (name === own) continue;
      if (await isAnswered(join(folder, name))) others.push(name);
      else dead.add(name);
    }
    // Random names are not used again.
    for (const name of dead) await rm(join(folder, name), { force: true }).catch(() => undefined);
    // Of processes that begin at the same time, only the first by name waits for the others to withdraw.
    if (others.some((other) => other < own)) return false;
    if (others.length > 0) await new Promise((resume) => setTimeout(resume, PAUSE));
  }
  return false;
}

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => resolve(socket.destroy().destroyed));
    socket.on('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')));
  });
