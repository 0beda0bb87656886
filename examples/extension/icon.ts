/** The icon of the extension as a PNG: a page whose content stands out from its template. */
import { crc32, deflateSync } from 'node:zlib';

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

/** In sixteenths of the icon; the colours are visible on light and dark toolbars. */
const TEMPLATE: readonly Rectangle[] = [
  [1, 1, 15, 4],
  [1, 5, 5, 15],
];
const CONTENT: readonly Rectangle[] = [[6, 5, 15, 15]];

const GREY = [150, 158, 168, 200];
const BLUE = [52, 110, 240, 255];
const NOTHING = [0, 0, 0, 0];

function colourAt(x: number, y: number): readonly number[] {
  const isIn = ([left, top, right, bottom]: Rectangle): boolean => x >= left && x < right && y >= top && y < bottom;
  return CONTENT.some(isIn) ? BLUE : TEMPLATE.some(isIn) ? GREY : NOTHING;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  const check = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A square icon of so many pixels a side. */
export function drawIcon(size: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6], 8); // eight bits a channel, red, green, blue and alpha
  const unit = 16 / size;
  const rows = Array.from({ length: size }, (_, y) => [
    0, // no filter
    ...Array.from({ length: size }, (_, x) => colourAt((x + 0.5) * unit, (y + 0.5) * unit)).flat(),
  ]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', new Uint8Array())]);
}
