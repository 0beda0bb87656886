/** The module with counters, compiled to build/ when assembly/ has changed. Only the fuzzer uses it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileSources, importFor, readSources } from '../instrument/assembly.ts';
import { withCounters } from '../instrument/counters.ts';

const FILE = fileURLToPath(new URL('../../build/fuzz-core.wasm', import.meta.url));
const STAMP = `${FILE}.stamp`;

const counterSource = (counters: number): string => `
const MAP = memory.data(<i32>${(counters + 15) & ~15}, 16);

// @ts-ignore: decorator
@inline
export function cover(number: u32): void {
  store<u8>(MAP + number, load<u8>(MAP + number) + 1);
}

/** Address and number of the counters, a byte each. */
export function coverAt(): usize {
  return MAP;
}
export function coverLength(): u32 {
  return ${counters};
}
`;

/** The module with counters. */
export async function moduleWithCounters(): Promise<Uint8Array<ArrayBuffer>> {
  const sources = readSources();
  const stamp = createHash('sha256').update(JSON.stringify(sources)).update(counterSource(0)).digest('hex');
  if (existsSync(FILE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp)
    return Uint8Array.from(readFileSync(FILE));
  let counters = 0;
  const counted = sources.map((source) => {
    const made = withCounters(source.text, source.path, counters, (number) => `cover(${number})`);
    counters += made.counters;
    if (made.counters === 0) return source;
    const exported = source.path === 'index.ts' ? "\nexport { coverAt, coverLength } from './cover';\n" : '';
    return { path: source.path, text: importFor(source, 'cover', 'cover') + made.text + exported };
  });
  counted.push({ path: 'cover.ts', text: counterSource(counters) });
  const binary = await compileSources(counted, 'fuzz-core');
  writeFileSync(`${FILE}.${process.pid}`, binary);
  renameSync(`${FILE}.${process.pid}`, FILE);
  writeFileSync(STAMP, stamp);
  return binary;
}
