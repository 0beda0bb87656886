/** The thread that reads an archive ahead. It waits while enough pages are not done. */
import { parentPort, workerData } from 'node:worker_threads';
import { siteFinder } from '@refrain/crawl';
import { archiveTasks, type Position } from './archive-tasks.ts';
import { messageOf, shownCode } from './errors.ts';
import { pageTest } from './patterns.ts';
import type { AheadDone, AheadMessage, AheadOptions } from './read-ahead.ts';
import type { Task } from './task.ts';

if (parentPort === null) throw new Error('this module is a thread of the command refrain');
const port = parentPort;

/** Bytes and tasks of a group, and groups that are not done. The last page of a group may be as large as all others. */
const GROUP_BYTES = 1024 * 1024;
const ROOM_BYTES = 2 * GROUP_BYTES;
const GROUP_TASKS = 64;
const GROUPS = 3;

const { archive, siteOf, patterns, ...options } = workerData as AheadOptions;
const position: Position = { at: 0, pages: 0 };

/** Memory for the pages of a group. Fresh memory costs more time than filling it. */
const rooms: ArrayBuffer[] = [];
let waiting = 0;
let wake: () => void = () => undefined;
port.on('message', ({ room }: AheadDone) => {
  waiting -= 1;
  if (room !== undefined) rooms.push(room);
  wake();
});

let tasks: Task[] = [];
let room: ArrayBuffer | undefined;
let used = 0;
/** Buffers of tasks that are not in the room. */
let others: ArrayBuffer[] = [];

const send = (message: AheadMessage, transfer: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

function sendTasks(): void {
  if (tasks.length === 0) return;
  send({ kind: 'tasks', tasks, position, room }, room === undefined ? others : [room, ...others]);
  waiting += 1;
  tasks = [];
  room = undefined;
  used = 0;
  others = [];
}

/** The bytes of a page in the room of the group; undefined where they do not fit. */
function inRoom(bytes: Uint8Array): Uint8Array | undefined {
  room ??= rooms.pop() ?? new ArrayBuffer(ROOM_BYTES);
  if (used + bytes.length > room.byteLength) return undefined;
  const copy = new Uint8Array(room, used, bytes.length);
  copy.set(bytes);
  used += bytes.length;
  return copy;
}

/** The same, as memory that belongs to the task. */
function owned(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(bytes);
  others.push(copy.buffer);
  return copy;
}

function add(task: Task): void {
  const { from } = task;
  if (from.kind === 'record') tasks.push({ ...task, from: { ...from, raw: owned(from.raw) } });
  else if (from.kind === 'bytes') {
    // With `raw` the output may be the bytes themselves, which are written later.
    const bytes = (options.raw ? undefined : inRoom(from.bytes)) ?? owned(from.bytes);
    tasks.push({ ...task, from: { ...from, bytes } });
  } else tasks.push(task);
}

const isFull = (): boolean =>
  tasks.length >= GROUP_TASKS || used + others.reduce((sum, { byteLength }) => sum + byteLength, 0) >= GROUP_BYTES;

const reading = {
  ...options,
  position,
  siteOf: await siteFinder(siteOf),
  isRead: pageTest(patterns),
  interrupted: new AbortController().signal,
  onFailure: ({ source, error }: { readonly source: string; readonly error: Error }): void => {
    sendTasks();
    send({ kind: 'failure', source, code: shownCode(error), message: messageOf(error) });
  },
};
for await (const task of archiveTasks(archive, reading)) {
  add(task);
  if (!isFull()) continue;
  sendTasks();
  while (waiting >= GROUPS) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}
sendTasks();
send({ kind: 'end' });
port.unref();
