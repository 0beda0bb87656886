/** A server of the command in this process, on a free port. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { runCommand } from './command.ts';

export interface TestServer {
  readonly address: string;
  readonly port: number;
  said(): string;
  end(): Promise<number>;
}

export async function withServer(words: readonly string[], use: (served: TestServer) => Promise<void>): Promise<void> {
  const stderr = new PassThrough().setEncoding('utf8');
  let text = '';
  const started = new Promise<void>((resolve) => {
    stderr.on('data', (chunk: string) => {
      text += chunk;
      resolve();
    });
  });
  const ending = new AbortController();
  const streams = { stdin: new PassThrough().end(), stdout: new PassThrough().resume(), stderr };
  const code = runCommand(['serve', '--port', '0', ...words], { ...streams, interrupted: ending.signal });
  await started;
  const address = /http:\S+/.exec(text)?.[0];
  if (address === undefined) throw new Error(text);
  const end = (): Promise<number> => {
    ending.abort();
    return code;
  };
  try {
    await use({ address, port: Number(new URL(address).port), said: () => text, end });
  } finally {
    await end();
  }
}

export async function rawSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

export async function textOf(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  if (!socket.closed) await once(socket, 'close');
  return text;
}

/** The status and code of a problem. */
export async function problemOf(answer: Response): Promise<string> {
  const { status, code } = (await answer.json()) as { readonly status: number; readonly code: string };
  return answer.status === status ? `${status} ${code}` : `${answer.status} is not ${status}`;
}
