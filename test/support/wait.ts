/** Waits for events that can only be observed from outside, such as a new file. */
import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 5;
const MAX_ROUNDS = 12_000;

/** Polls until a condition returns a value, and resolves with it. Fails after a minute. */
export async function waitFor<T>(event: string, poll: () => T | undefined | false): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const value = poll();
    if (value !== undefined && value !== false) return value;
    await pause(INTERVAL_MS);
  }
  throw new Error(`waited in vain for ${event}`);
}
