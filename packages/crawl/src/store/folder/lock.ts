/** A lock that ends with its process, even if this is killed: a socket address at which only one process can listen. */
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, StoreError } from '../../errors.ts';

/**
 * Returns a function that releases the lock.
 *
 * @throws {StoreError} `STORE_LOCKED`
 */
export async function lock(folder: string): Promise<() => void> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const address = addressOf(`refrain-${dev}-${ino}`);
  const release = (await listen(address)) ?? (address.startsWith('/') ? await takeOver(address) : undefined);
  if (release === undefined)
    throw new StoreError(
      'STORE_LOCKED',
      'the store is already open, perhaps in another process: each process needs a separate folder',
    );
  return release;
}

/** Linux and Windows have socket addresses outside the file system. */
function addressOf(name: string): string {
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
}

/** Undefined if another process listens. */
async function listen(address: string): Promise<(() => void) | undefined> {
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    server.listen(address);
    await once(server, 'listening');
    return () => void server.close();
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    return undefined;
  }
}

/**
 * Listens at the socket file of a killed process. A second lock serialises checking and removing the file. Otherwise
 * one process could remove the file at which another already listens.
 */
async function takeOver(address: string): Promise<(() => void) | undefined> {
  const leave = await listen(`${address}.next`);
  if (leave === undefined) return undefined;
  try {
    if (await isAnswered(address)) return undefined;
    await rm(address, { force: true });
    return await listen(address);
  } finally {
    leave();
  }
}

async function isAnswered(address: string): Promise<boolean> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return codeOf(error) !== 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
