import { spawnSync } from 'node:child_process';

const COMMAND = ['unshare', '--map-root-user', '--net'];

/**
 * Words before a program that run it in its own network namespace, as in a container: it shares no abstract sockets.
 * Empty if this is not permitted.
 */
export const inNamespace: readonly string[] =
  spawnSync('unshare', [...COMMAND.slice(1), 'true']).status === 0 ? COMMAND : [];
