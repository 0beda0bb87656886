/** Fairness of a server between long calls. */
import { subscribe } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';

/** Milliseconds for which new connections may wait. */
const WAIT_MAX = 50;

/** Maximum number of turns, so that new connections cannot stop the server. */
const TURNS_MAX = 1000;

let acceptedAt = 0;
let connections = 0;
subscribe('net.server.socket', () => {
  connections += 1;
});

/** Lets the server accept all waiting connections. In each turn of the event loop, Node accepts only one. */
export async function acceptAll(): Promise<void> {
  if (performance.now() - acceptedAt < WAIT_MAX) return;
  for (let turn = 0, before = -1; turn < TURNS_MAX && before !== connections; turn += 1) {
    before = connections;
    await setImmediate();
  }
  acceptedAt = performance.now();
}
