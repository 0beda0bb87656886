/** The thread that reads an archive ahead. It waits while it is far ahead. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { siteFinder } from '@refrain/crawl';
import { messageOf, shownCode } from '../errors.ts';
import { archiveTasks, type Position } from './archive-tasks.ts';
import { Packer } from './packed.ts';
import { pageTest } from './patterns.ts';
import { type AheadDone, type AheadMessage, type AheadStart, MAX_AHEAD } from './read-ahead.ts';

if (parentPort === null) throw new Error('this module is a thread of the command refrain');
const port = parentPort;

const { options, done } = workerData as AheadStart;
const { archive, siteOf, patterns } = options;
const position: Position = { at: 0, pages: 0 };

/** Memory of groups that are done. Without it the collector of garbage would run for every few groups. */
const rooms: ArrayBuffer[] = [];
let sent = 0;

const packer = new Packer(() => {
  for (let message = receiveMessageOnPort(port); message !== undefined; message = receiveMessageOnPort(port)) {
    rooms.push(...(message.message as AheadDone).rooms);
  }
  return rooms.pop();
});

const send = (message: AheadMessage, transfer: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

function sendGroup(): void {
  if (packer.isEmpty) return;
  const { tasks, room, transfer } = packer.take();
  send({ kind: 'tasks', tasks, position, room }, transfer);
  sent += 1;
  for (let now = Atomics.load(done, 0); sent - now >= MAX_AHEAD; now = Atomics.load(done, 0))
    Atomics.wait(done, 0, now);
}

const reading = {
  ...options,
  position,
  siteOf: await siteFinder(siteOf),
  isRead: pageTest(patterns),
  interrupted: new AbortController().signal,
  onFailure: ({ source, error }: { readonly source: string; readonly error: Error }): void => {
    sendGroup();
    send({ kind: 'failure', source, code: shownCode(error), message: messageOf(error) });
  },
};
for await (const task of archiveTasks(archive, reading)) if (packer.add(task)) sendGroup();
sendGroup();
send({ kind: 'end' });
