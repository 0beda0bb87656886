/** The formats of pages. */
import { auto } from './auto.ts';
import { chunks } from './chunks.ts';
import { csv } from './csv.ts';
import type { Format } from './format.ts';
import { html } from './html.ts';
import { markdown } from './markdown.ts';
import { ndjson } from './ndjson.ts';
import { bulk, minisearch } from './search.ts';
import { text } from './text.ts';
import { value } from './value.ts';
import { warc, wet } from './warc.ts';

export const FORMATS: readonly [Format, ...Format[]] = [
  ...([ndjson, text, markdown, html, csv, value, chunks, warc, wet, bulk, minisearch] as const),
];

/** The format of a checked name. */
export const formatByName = (name: string): Format => FORMATS.find((format) => format.name === name) ?? auto;
