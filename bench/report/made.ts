/** Short pages in NDJSON, as many as are asked for: a story of its own between the navigation and the footer of its site. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Problem } from '../problem.ts';

const MADE = ['one-site', 'many-sites'] as const;

export type Made = (typeof MADE)[number];

export function readMade(text: string | undefined): Made | undefined {
  if (text === undefined) return undefined;
  const made = MADE.find((each) => each === text);
  if (made === undefined) throw new Problem(`--made must be one of ${MADE.join(', ')}, not ${text}`);
  return made;
}

const WORDS =
  'the station opened a new line for people who travel between river and old market in the early morning when trains are full'.split(
    ' ',
  );
const SECTIONS = ['News', 'Local', 'Sport', 'Culture', 'Weather', 'Letters'];

/** Pages that are written at a time. */
const CHUNK = 1000;

/** A story of words in an order that depends on the number of the page. */
function page(number: number, name: string): string {
  let state = Math.imul(number, 2654435761) >>> 0;
  const words = (count: number): string =>
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return WORDS[(state >>> 8) % WORDS.length];
    }).join(' ');
  const links = SECTIONS.map((section) => `<li><a href="/${section}">${section}</a></li>`).join('');
  return `<!doctype html><html><head><title>Report ${number}: ${words(4)}</title></head><body>
<header><a href="/">${name}</a><nav><ul>${links}</ul></nav></header>
<main><h1>${words(5)} ${number}</h1><p>${words(30)}</p><p>${words(25)}</p></main>
<aside class="related"><h2>Most read</h2><ul><li><a href="/a">${words(4)}</a></li></ul></aside>
<footer><p>${name}, Market Street 4. <a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></p></footer></body></html>`;
}

function* lines(made: Made, count: number): Generator<string> {
  for (let first = 0; first < count; first += CHUNK) {
    let text = '';
    for (let number = first; number < Math.min(count, first + CHUNK); number += 1) {
      const name = made === 'one-site' ? 'courier' : `courier${number}`;
      text += `${JSON.stringify({ url: `https://${name}.example/${number}.html`, html: page(number, name) })}\n`;
    }
    yield text;
  }
}

/** Writes the pages, compressed; returns the bytes of the lines. */
export async function writeMade(made: Made, count: number, path: string): Promise<number> {
  let bytes = 0;
  const counted = function* (): Generator<string> {
    for (const text of lines(made, count)) {
      bytes += Buffer.byteLength(text);
      yield text;
    }
  };
  await pipeline(Readable.from(counted()), createGzip({ level: 1 }), createWriteStream(path));
  return bytes;
}
