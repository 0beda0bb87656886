import { readFileSync } from 'node:fs';
import { findSites } from './bench/corpus/sites.ts';
import { calibrationOf, judgeBlocks } from './bench/evaluation/calibration.ts';
const model = process.argv[2] !== '-' ? { model: readFileSync(process.argv[2]!) } : {};
const [a, b, k] = [Number(process.argv[4] ?? 1), Number(process.argv[5] ?? 0), 0];
const sites = [];
for (const s of findSites(process.argv[3]!)) sites.push(await judgeBlocks(s, {}, { pages: 120, shuffle: 1 } as any, model));
const c = calibrationOf(sites);
console.log('template'); console.table(c.template); console.log('content'); console.table(c.content); console.log(c.slope, c.offset);
