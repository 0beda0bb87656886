/**
 * Lets other tasks of the event loop run.
 *
 * @throws the reason of the signal where it was aborted
 */
export async function nextTurn(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}
