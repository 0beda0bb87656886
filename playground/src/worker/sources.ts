/** Pages of dropped files and of the sample. */
import type { Source } from '../protocol.ts';
import { type GivenPage, type Listener, wordsOf } from './given.ts';
import { readNdjson } from './ndjson.ts';
import { sniff } from './sniff.ts';

/** The site of files without a folder. */
const LOOSE = 'dropped files';
const SAMPLE = 'brpc';

/** Bytes of a source; 0 where they are unknown. */
export const sizeOf = (source: Source): number => (source.kind === 'file' ? source.file.size : 0);

export async function* readSource(source: Source, listener: Listener): AsyncGenerator<GivenPage> {
  if (source.kind === 'sample') {
    yield* readSample(source.base, listener);
    return;
  }
  const { file, path } = source;
  try {
    yield* readFile(file, path, listener);
  } catch (error) {
    listener.refuse({ name: path, reason: `it cannot be read: ${wordsOf(error)}` });
  }
}

async function* readFile(file: File, path: string, listener: Listener): AsyncGenerator<GivenPage> {
  const { kind, isGzip } = await sniff(file);
  const refuse = (reason: string): void => {
    listener.read(file.size);
    listener.refuse({ name: path, reason });
  };
  if (kind === 'warc') yield* (await import('./warc.ts')).readWarc(file, path, { isGzip, listener });
  else if (kind === 'ndjson') yield* readNdjson(file, path, { isGzip, listener });
  else if (kind !== 'html') refuse(kind.reason);
  // A page in UTF-16 has up to twice the bytes that it has in UTF-8.
  else if (file.size > listener.maxPageBytes * 2) refuse(`it has more than ${listener.maxPageBytes / 2 ** 20} MiB`);
  else {
    const html = new Uint8Array(await file.arrayBuffer());
    const folder = path.indexOf('/');
    yield { site: folder > 0 ? path.slice(0, folder) : LOOSE, id: path, html, contentType: undefined };
    listener.read(file.size);
  }
}

async function* readSample(base: string, listener: Listener): AsyncGenerator<GivenPage> {
  const names = (await fetched(`${base}pages.txt`).then((response) => response.text())).trim().split('\n');
  for (const name of names) {
    const response = await fetched(`${base}${name}`);
    yield { site: SAMPLE, id: `${SAMPLE}/${name}`, html: await bytesOf(response), contentType: undefined };
    listener.read(1 / names.length);
  }
}

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

const bytesOf = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());
