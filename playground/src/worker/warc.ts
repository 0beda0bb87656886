/** Pages of a WARC, gzipped or not, while it is read. */
import { htmlRule } from 'refrain/engine';
import { AsyncIterReader, LimitReader, WARCParser, type WARCRecord } from 'warcio';
import { chunksOf, type GivenPage, hostOf, type Run, wordsOf } from './run.ts';

/** Content encodings that warcio undoes. */
const ENCODINGS = /^(?:identity|gzip|x-gzip|deflate)?$/i;

/** A record that is a page by its head. */
interface Described {
  readonly id: string;
  readonly site: string;
  readonly contentType: string | undefined;
}

/** Undefined for a record that is not a page; throws for a page that cannot be read. */
function describe(record: WARCRecord): Described | undefined {
  const { warcType, httpHeaders } = record;
  const type = warcType ?? undefined;
  const id = record.warcTargetURI;
  if (id === null || id === undefined) return undefined;
  const header = (name: string): string | undefined => httpHeaders?.headers.get(name) ?? undefined;
  const contentType = (type === 'resource' ? record.warcContentType : header('content-type')) ?? undefined;
  const status = httpHeaders?.statusCode === undefined ? undefined : Number(httpHeaders.statusCode);
  if (!htmlRule.mayBePage({ type, url: id, status, contentType })) return undefined;
  const encoding = header('content-encoding')?.trim() ?? '';
  if (!ENCODINGS.test(encoding)) throw new Error(`its content encoding ${encoding} is not supported in a browser`);
  const site = hostOf(id);
  if (site === undefined) throw new Error('its URL has no host');
  return { id, site, contentType };
}

/** The content of a record; undefined where it has more than the maximum of bytes. */
async function contentOf(record: WARCRecord, maxBytes: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of record.contentReader) {
    length += part.length;
    if (length > maxBytes) return undefined;
    parts.push(part);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Skips the rest of a record. Returns false where the file ends in it, which the parser does not report. */
async function finish({ _reader }: WARCRecord): Promise<boolean> {
  if (!(_reader instanceof LimitReader)) return true;
  while (_reader.limit > 0) {
    const skipped = await _reader.sourceIter.skipSize(_reader.limit);
    if (skipped === 0) return false;
    _reader.limit -= skipped;
  }
  return true;
}

export async function* readWarc(
  file: File,
  path: string,
  { isGzip, run }: { readonly isGzip: boolean; readonly run: Run },
): AsyncGenerator<GivenPage> {
  const bytes = pieces(file, run);
  const reader = new AsyncIterReader(bytes);
  const parser = new WARCParser(reader);
  try {
    for (let record = await parser.parse(); record !== null; record = await parser.parse()) {
      const page = await pageOf(record, run).catch((error: unknown) => ({ reason: wordsOf(error) }));
      const name = record.warcTargetURI ?? path;
      if (!(await finish(record))) {
        run.refuse({ name, reason: `${path} ends in the middle of it` });
        return;
      }
      if (page !== undefined && 'reason' in page) run.refuse({ name, reason: page.reason });
      else if (page !== undefined) yield page;
      if (isGzip && reader.compressed === null) break;
    }
    // The parser takes data that it cannot inflate for uncompressed data.
    if (isGzip && reader.compressed === null) throw new Error('its compressed data is damaged');
  } catch (error) {
    if (!run.isStopped) run.refuse({ name: path, reason: `it cannot be read any further: ${wordsOf(error)}` });
  } finally {
    await bytes.return(undefined);
  }
}

/** The page of a record; undefined for a record that is not a page. */
async function pageOf(record: WARCRecord, { maxPageBytes }: Run): Promise<GivenPage | undefined> {
  const described = describe(record);
  if (described === undefined) return undefined;
  const html = await contentOf(record, maxPageBytes);
  if (html === undefined) throw new Error(`it has more than ${maxPageBytes / 2 ** 20} MiB`);
  return described.contentType !== undefined || htmlRule.startsAsHtml(html) ? { ...described, html } : undefined;
}

/** warcio copies what is left of a piece after every line and every member. */
const PIECE_BYTES = 16 * 1024;

/** The bytes of a file as they are read, in small pieces. Throws once the run was stopped: the end of the bytes would be taken for that of the file. */
async function* pieces(file: File, run: Run): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of chunksOf(file.stream())) {
    if (run.isStopped) throw new Error('it was stopped');
    run.read(chunk.length);
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
  }
}
