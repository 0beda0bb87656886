/** Pages of a WARC, gzipped or not, as it is read: responses and resources of HTML. */
import { AsyncIterReader, LimitReader, WARCParser, type WARCRecord } from 'warcio';
import { type GivenPage, hostOf, type Listener, wordsOf } from './given.ts';
import { pieces } from './stream.ts';

const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:[;,]|$)/i;
const HTML_START = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)[\s>]/i;
/** Encodings of content that can be undone here. */
const ENCODINGS = /^(?:identity|gzip|x-gzip|deflate)?$/i;

/** What a record is that is to be learned. */
interface Described {
  readonly id: string;
  readonly site: string;
  readonly contentType: string | undefined;
}

/** Undefined for what is no page; throws where it is one and can not be read. */
function describe(record: WARCRecord): Described | undefined {
  const { warcType, httpHeaders } = record;
  if (warcType !== 'response' && warcType !== 'resource') return undefined;
  const id = record.warcTargetURI;
  if (id === null || id === undefined) return undefined;
  const isResource = warcType === 'resource';
  const header = (name: string): string | undefined => httpHeaders?.headers.get(name) ?? undefined;
  const contentType = isResource ? (record.warcContentType ?? undefined) : header('content-type');
  if (
    isResource ? contentType === undefined : !/^https?:/i.test(id) || !/^2\d\d$/.test(String(httpHeaders?.statusCode))
  ) {
    return undefined;
  }
  if (contentType !== undefined && !HTML_TYPE.test(contentType)) return undefined;
  const encoding = header('content-encoding')?.trim() ?? '';
  if (!ENCODINGS.test(encoding)) throw new Error(`its content is encoded as ${encoding}, which can not be undone here`);
  const site = hostOf(id);
  if (site === undefined) throw new Error('its address has no host');
  return { id, site, contentType };
}

/** The content of a record; undefined where it has more bytes than a page may have. */
async function contentOf(record: WARCRecord, most: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of record.contentReader) {
    length += part.length;
    if (length > most) return undefined;
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

/** Passes over the rest of a record; false where the file ends in it, of which the parser takes no notice. */
async function finish({ _reader }: WARCRecord): Promise<boolean> {
  if (!(_reader instanceof LimitReader)) return true;
  while (_reader.limit > 0) {
    const passed = await _reader.sourceIter.skipSize(_reader.limit);
    if (passed === 0) return false;
    _reader.limit -= passed;
  }
  return true;
}

const startsAsHtml = (bytes: Uint8Array): boolean =>
  HTML_START.test(new TextDecoder('latin1').decode(bytes.subarray(0, 512)));

export async function* readWarc(
  file: File,
  path: string,
  { isGzip, listener }: { readonly isGzip: boolean; readonly listener: Listener },
): AsyncGenerator<GivenPage> {
  const bytes = pieces(file, listener);
  const reader = new AsyncIterReader(bytes);
  const parser = new WARCParser(reader);
  try {
    for (let record = await parser.parse(); record !== null; record = await parser.parse()) {
      const page = await pageOf(record, listener).catch((error: unknown) => ({ reason: wordsOf(error) }));
      const name = record.warcTargetURI ?? path;
      if (!(await finish(record))) {
        listener.refuse({ name, reason: `${path} ends in the middle of it` });
        return;
      }
      if (page !== undefined && 'reason' in page) listener.refuse({ name, reason: page.reason });
      else if (page !== undefined) yield page;
      if (isGzip && reader.compressed === null) break;
    }
    // The parser takes what it can not inflate for something that never was compressed.
    if (isGzip && reader.compressed === null) throw new Error('its compressed data is damaged');
  } catch (error) {
    if (!listener.isStopped)
      listener.refuse({ name: path, reason: `it can not be read any further: ${wordsOf(error)}` });
  } finally {
    await bytes.return(undefined);
  }
}

/** The page of a record; undefined for what is none. */
async function pageOf(record: WARCRecord, { maxPageBytes }: Listener): Promise<GivenPage | undefined> {
  const described = describe(record);
  if (described === undefined) return undefined;
  const html = await contentOf(record, maxPageBytes);
  if (html === undefined) throw new Error(`it has more than ${maxPageBytes / 2 ** 20} MiB`);
  return described.contentType !== undefined || startsAsHtml(html) ? { ...described, html } : undefined;
}
