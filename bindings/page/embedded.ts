/** Data that a page contains as JSON. */
import { decoder, encoder } from '../bytes/decoders.ts';
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf, elementsOf } from '../html/records.ts';
import { attempt } from '../values.ts';

/** Bytes of a start tag; only longer ones may have data in an attribute. */
const TAG_BYTES = 512;
/** The beginning of a script of Next.js that adds a part of the text of its data. */
const FLIGHT = /^\s*self\.__next_f\.push\((?=\[1,)/;

const COLON = 0x3a;
const LINE_FEED = 0x0a;

/**
 * Texts of scripts and values of attributes that begin as JSON, in document order, then the data of Next.js. Types of
 * scripts are ignored, because many have none.
 */
export function embeddedDataOf(core: Core): string[] {
  const found: string[] = [];
  // Contents of a `template` are skipped.
  let templateEnd = 0;
  for (const node of elementsOf(core)) {
    if (core.node(node, layout.Node.START) < templateEnd) continue;
    const name = core.nameOf(node);
    if (name === 'template') templateEnd = core.node(node, layout.Node.END);
    else if (name === 'script') found.push(core.rawText(core.node(node, layout.Node.FIRST_CHILD)));
    else if (core.node(node, layout.Node.EXTRA_LENGTH) > TAG_BYTES)
      found.push(...[...attributesOf(core, node).values()].filter(({ length }) => length >= TAG_BYTES / 2));
  }
  const flight = found.filter((text) => FLIGHT.test(text)).map(flightPart);
  return [...found, ...flightRows(flight.join(''))].filter((text) => /^\s*[[{]/.test(text));
}

/** The text in `self.__next_f.push([1, TEXT])`; empty if it is not JSON. */
function flightPart(script: string): string {
  const json = script.slice(0, script.lastIndexOf(')')).replace(FLIGHT, '');
  const [, part] = attempt(() => JSON.parse(json) as unknown[]) ?? [];
  return typeof part === 'string' ? part : '';
}

/** The rows of the data of Next.js: lines `ID:VALUE`, or `ID:Tn,TEXT` with n bytes, in hexadecimal digits. */
function* flightRows(data: string): Generator<string> {
  const bytes = encoder.encode(data);
  const textAt = (from: number, to: number): string => decoder.decode(bytes.subarray(from, to));
  for (let at = 0; at < bytes.length; ) {
    const from = bytes.indexOf(COLON, at) + 1;
    if (from === 0) return;
    const [head, digits] = /^T([\da-f]{1,7}),/.exec(textAt(from, from + 9)) ?? [];
    if (head === undefined || digits === undefined) {
      const line = bytes.indexOf(LINE_FEED, from);
      at = line < 0 ? bytes.length : line + 1;
      yield textAt(from, at);
    } else {
      at = from + head.length + Number.parseInt(digits, 16);
      yield JSON.stringify([textAt(from + head.length, at)]);
    }
  }
}
