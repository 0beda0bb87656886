/** Mutations of bytes, each a character of a string. */
import type { Random } from '../../test/support/random.ts';
import type { Generate } from './subject.ts';

const NUMBERS = [
  0, 1, 2, 7, 8, 15, 16, 127, 128, 255, 256, 0x7fff, 0xffff, 0x10000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff,
];

/** A 32-bit number as four little-endian bytes. */
const word = (number: number): string =>
  String.fromCharCode(number & 255, (number >>> 8) & 255, (number >>> 16) & 255, number >>> 24);

export const one = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)] as T;

/** One mutation. `words` are pieces that the format knows. */
function mutated(input: string, random: Random, words: readonly string[], others: readonly string[]): string {
  const at = random.below(input.length + 1);
  const end = Math.min(input.length, at + 1 + random.below(random.below(4) === 0 ? 200 : 12));
  const over = (text: string): string => input.slice(0, at) + text + input.slice(at + text.length);
  const put = (text: string): string => input.slice(0, at) + text + input.slice(at);
  const byte = input.charCodeAt(at) & 255;
  switch (random.below(14)) {
    case 0:
      return over(String.fromCharCode(byte ^ (1 << random.below(8))));
    case 1:
      return over(String.fromCharCode(random.below(256)));
    case 2:
      return over(String.fromCharCode((byte + (random.below(2) === 0 ? 1 : 255)) & 255));
    case 3:
      return put(String.fromCharCode(random.below(256)));
    case 4:
      return input.slice(0, at) + input.slice(end);
    case 5:
      return put(input.slice(at, end));
    case 6: {
      const start = at & ~3;
      return input.slice(0, start) + word(one(random, NUMBERS)) + input.slice(start + 4);
    }
    case 7:
      return input.slice(0, at);
    case 8: {
      const other = one(random, others);
      const from = random.below(other.length + 1);
      return input.slice(0, at) + other.slice(from, from + 1 + random.below(400)) + input.slice(end);
    }
    case 9:
      return input.slice(0, at) + one(random, words) + input.slice(end);
    case 10: {
      const number = /\d+/.exec(input.slice(at));
      if (number === null) return put(one(random, words));
      const start = at + number.index;
      const changed =
        random.below(2) === 0 ? one(random, NUMBERS) : Math.max(0, Number(number[0]) + random.below(5) - 2);
      return input.slice(0, start) + changed + input.slice(start + number[0].length);
    }
    default:
      return put(one(random, words));
  }
}

/** A generator from seeds; `finish` repairs what a mutation always breaks, such as a checksum. */
export function fromSeeds(
  seeds: readonly string[],
  words: readonly string[],
  { maxLength = 4000, finish }: { maxLength?: number; finish?: (input: string, random: Random) => string } = {},
): Generate {
  return (random, kept) => {
    const from = kept.length > 0 && random.below(3) > 0 ? kept : seeds;
    let input = one(random, from);
    for (let left = 1 + random.below(5); left > 0; left -= 1) {
      input = mutated(input, random, words, random.below(2) === 0 ? seeds : from).slice(0, maxLength);
    }
    return finish === undefined ? input : finish(input, random);
  };
}
