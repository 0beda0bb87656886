/** The worker: owns the store, and answers requests of the page. */
import type { Reply, Request } from '../protocol.ts';
import { Playground } from './playground.ts';
import { wordsOf } from './run.ts';
import { isLocked } from './store.ts';

const send = (reply: Reply): void => postMessage(reply);

async function open(): Promise<Playground | undefined> {
  try {
    return await Playground.open(send);
  } catch (error) {
    if (!isLocked(error)) throw error;
    send({ type: 'locked' });
    return undefined;
  }
}

let opening = Promise.resolve<Playground | undefined>(undefined);

async function answer(request: Request): Promise<void> {
  if (request.type === 'open') opening = opening.catch(() => undefined).then((opened) => opened ?? open());
  // Requests wait until the store is open.
  const playground = await opening;
  if (playground === undefined || request.type === 'open') return;
  switch (request.type) {
    case 'learn':
      return playground.learn(request.sources);
    case 'set':
      return playground.set(request.settings);
    case 'stop':
      return playground.stop();
    case 'view':
      return playground.view(request);
    case 'text':
      return playground.text(request.format);
    case 'snapshot':
      return playground.snapshot(request.site);
    case 'forget':
      return playground.forget();
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  answer(data).catch((error: unknown) => send({ type: 'failed', message: wordsOf(error) }));
});
