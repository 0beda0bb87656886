/** The thread that reads an archive ahead. It waits while it is far ahead. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { siteFinder } from '@refrain/crawl';
import { archiveTasks, type Position } from './archive-tasks.ts';
import { messageOf, shownCode } from './errors.ts';
import { pageTest } from './patterns.ts';
import { type AheadDone, type AheadMessage, type AheadStart, MAX_AHEAD } from './read-ahead.ts';
import type { Task } from './task.ts';

if (parentPort === null) throw new Error('this module is a thread of the command refrain');
const port = parentPort;

/** Bytes and tasks of a group, and the memory for its pages: the last one may be as large as all others. */
const GROUP_BYTES = 512 * 1024;
const GROUP_TASKS = 64;
const ROOM_BYTES = 2 * GROUP_BYTES;

const { options, done } = workerData as AheadStart;
const { archive, siteOf, patterns } = options;
const position: Position = { at: 0, pages: 0 };

/** The group that is being collected: its tasks, and the memory of its pages. */
let tasks: Task[] = [];
let buffers: ArrayBuffer[] = [];
let room: ArrayBuffer | undefined;
/** Memory of groups that are done. Without it the collector of garbage would run for every few groups. */
const rooms: ArrayBuffer[] = [];
let used = 0;
let elsewhere = 0;
let sent = 0;

const send = (message: AheadMessage, transfer: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

function sendGroup(): void {
  if (tasks.length === 0) return;
  send({ kind: 'tasks', tasks, position, room }, buffers);
  sent += 1;
  tasks = [];
  buffers = [];
  room = undefined;
  elsewhere = 0;
  for (let now = Atomics.load(done, 0); sent - now >= MAX_AHEAD; now = Atomics.load(done, 0))
    Atomics.wait(done, 0, now);
}

function takeRoom(): ArrayBuffer {
  for (let message = receiveMessageOnPort(port); message !== undefined; message = receiveMessageOnPort(port)) {
    rooms.push(...(message.message as AheadDone).rooms);
  }
  return rooms.pop() ?? new ArrayBuffer(ROOM_BYTES);
}

/** The bytes in memory of the group. Fresh memory for every page would cost more time than filling it. */
function moved(bytes: Uint8Array): Uint8Array {
  if (bytes.length > GROUP_BYTES) {
    elsewhere += bytes.length;
    const alone = new Uint8Array(bytes);
    buffers.push(alone.buffer);
    return alone;
  }
  if (room === undefined) {
    room = takeRoom();
    buffers.push(room);
    used = 0;
  }
  const copy = new Uint8Array(room, used, bytes.length);
  copy.set(bytes);
  used += bytes.length;
  return copy;
}

function add(task: Task): void {
  const { from } = task;
  if (from.kind === 'record') tasks.push({ ...task, from: { ...from, raw: moved(from.raw) } });
  else if (from.kind === 'bytes') tasks.push({ ...task, from: { ...from, bytes: moved(from.bytes) } });
  else tasks.push(task);
  if (tasks.length >= GROUP_TASKS || (room === undefined ? 0 : used) + elsewhere >= GROUP_BYTES) sendGroup();
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
for await (const task of archiveTasks(archive, reading)) add(task);
sendGroup();
send({ kind: 'end' });
