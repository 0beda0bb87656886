/** Serves archives by ranges on the loopback, with faults. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question for bytes of an archive. */
interface ArchiveQuestion {
  readonly path: string;
  readonly from: number;
  /** Of the last byte. */
  readonly to: number;
  /** Its number, from 0. */
  readonly at: number;
  /** Questions that are open, with this one. */
  readonly open: number;
  /** When it came, in milliseconds. */
  readonly time: number;
}

/** What a server does in place of an answer: true where it has answered, or will. */
export type ArchiveFault = (question: ArchiveQuestion, response: ServerResponse) => boolean | Promise<boolean>;

export interface ArchiveServer {
  readonly url: string;
  readonly asked: ArchiveQuestion[];
  /** Bytes of archives that were sent. */
  readonly sent: number;
  /** Questions that were open at the same time. */
  readonly most: number;
  close(): Promise<void>;
}

const NO_FAULT: ArchiveFault = () => false;

/** A server of files by their paths. */
export async function serveArchives(
  files: Readonly<Record<string, Uint8Array>>,
  fault: ArchiveFault = NO_FAULT,
): Promise<ArchiveServer> {
  const asked: ArchiveQuestion[] = [];
  let [sent, open, most] = [0, 0, 0];
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const path = decodeURIComponent((request.url ?? '').slice(1));
    const question = { path, from: Number(from), to: Number(to), at: asked.length, open, time: performance.now() };
    asked.push(question);
    if (await fault(question, response)) return;
    const file = files[path];
    if (file === undefined) return void response.writeHead(404).end('no such file');
    const part = file.subarray(question.from, question.to + 1);
    sent += part.length;
    const range = `bytes ${question.from}-${question.from + part.length - 1}/${file.length}`;
    response.writeHead(206, { 'content-range': range, 'content-length': part.length }).end(part);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    get sent() {
      return sent;
    },
    get most() {
      return most;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
