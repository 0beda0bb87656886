/** Pages of the sample, and of dropped files: HTML, NDJSON, WARC. */
import { readNdjsonLines } from '@refrain/crawl/engine';
import { htmlRule } from 'refrain/engine';
import type { Source } from '../protocol.ts';
import { chunksOf, type GivenPage, hostOf, type Run, wordsOf } from './run.ts';

/** The site of files without a folder. */
const LOOSE = 'dropped files';
const SAMPLE = 'brpc';

/** Bytes of a source; 0 where they are unknown. */
export const sizeOf = (source: Source): number => (source.kind === 'file' ? source.file.size : 0);

export async function* readSource(source: Source, run: Run): AsyncGenerator<GivenPage> {
  if (source.kind === 'sample') {
    yield* readSample(source.base, run);
    return;
  }
  const { path } = source;
  try {
    yield* readFile(source, run);
  } catch (error) {
    run.refuse({ name: path, reason: `it cannot be read: ${wordsOf(error)}` });
  }
}

async function* readFile({ file, path, url }: Extract<Source, { kind: 'file' }>, run: Run): AsyncGenerator<GivenPage> {
  const { kind, isGzip } = await sniff(file);
  const refuse = (reason: string): void => {
    run.read(file.size);
    run.refuse({ name: path, reason });
  };
  if (kind === 'warc') yield* (await import('./warc.ts')).readWarc(file, path, { isGzip, run });
  else if (kind === 'ndjson') yield* readNdjson(file, path, { isGzip, run });
  else if (kind !== 'html') refuse(kind.reason);
  // A page in UTF-16 has up to twice the bytes that it has in UTF-8.
  else if (file.size > run.maxPageBytes * 2) refuse(`it has more than ${run.maxPageBytes / 2 ** 20} MiB`);
  else {
    const html = new Uint8Array(await file.arrayBuffer());
    const folder = path.indexOf('/');
    const site = (url && hostOf(url)) ?? (folder > 0 ? path.slice(0, folder) : LOOSE);
    yield { site, id: url ?? path, html, contentType: url && file.type ? file.type : undefined };
    run.read(file.size);
  }
}

async function* readSample(base: string, run: Run): AsyncGenerator<GivenPage> {
  const names = (await fetched(`${base}pages.txt`).then((response) => response.text())).trim().split('\n');
  for (const name of names) {
    const response = await fetched(`${base}${name}`);
    yield { site: SAMPLE, id: `${SAMPLE}/${name}`, html: await bytesOf(response), contentType: undefined };
    run.read(1 / names.length);
  }
}

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

const bytesOf = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());

async function* readNdjson(
  file: File,
  path: string,
  { isGzip, run }: { readonly isGzip: boolean; readonly run: Run },
): AsyncGenerator<GivenPage> {
  const { maxPageBytes } = run;
  const onFailure = ({ source, error }: { source: string; error: unknown }): void =>
    run.refuse({ name: source, reason: wordsOf(error) });
  for await (const page of readNdjsonLines(bytesIn(file, isGzip, run), { name: path, maxPageBytes, onFailure })) {
    const { url, bytes, id = url, site = hostOf(url), contentType, source } = page;
    if (site === undefined) run.refuse({ name: source ?? path, reason: 'its URL has no host, and it has no site' });
    else yield { site, id, html: bytes, contentType };
  }
}

function bytesIn(file: File, isGzip: boolean, run: Run): AsyncGenerator<Uint8Array> {
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      run.read(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const bytes = file.stream().pipeThrough(counter);
  return chunksOf(isGzip ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes);
}

/** A kind that is read, or the reason why a file is not. */
type FileKind = 'html' | 'ndjson' | 'warc' | { readonly reason: string };

const HEAD_BYTES = 4096;
const HTML_NAME = /\.(?:html?|xhtml?)$/i;
const OTHER_KIND = { reason: 'it is neither HTML nor a WARC nor NDJSON' };

interface Sniffed {
  readonly kind: FileKind;
  readonly isGzip: boolean;
}

/** The kind of a file by its first bytes. Its name decides only where these do not. */
async function sniff(file: File): Promise<Sniffed> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (head.length === 0) return { kind: { reason: 'it is empty' }, isGzip: false };
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const text = new TextDecoder('latin1').decode(isGzip ? await inflatedHead(head) : head);
  if (text.startsWith('WARC/')) return { kind: 'warc', isGzip };
  if (/^(?:\xef\xbb\xbf)?\s*\{/.test(text)) return { kind: 'ndjson', isGzip };
  return { kind: isGzip ? OTHER_KIND : kindOfPage(file.name, head), isGzip };
}

function kindOfPage(name: string, head: Uint8Array): FileKind {
  const other = htmlRule.nonHtmlKind(head);
  if (other !== undefined) return { reason: `it is ${other}, not HTML` };
  return HTML_NAME.test(name) || htmlRule.startsAsHtml(head) ? 'html' : OTHER_KIND;
}

/** As much of the beginning as the first bytes give. */
async function inflatedHead(head: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  try {
    for await (const chunk of chunksOf(new Blob([head]).stream().pipeThrough(new DecompressionStream('gzip'))))
      return chunk;
  } catch {
    // Damaged, or no gzip.
  }
  return new Uint8Array();
}
