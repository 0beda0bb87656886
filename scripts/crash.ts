/**
 * Kills programs at random moments: a crawl that feeds a store, and commands. What a kill leaves behind is whole or absent, and the
 * last run ends as an undisturbed one does: with the same sites, byte by byte, the same events, answers and files.
 *
 * Run: npm run check crash -- [--subject NAME] [--kills N] [--seed S] [--json]
 * Half of the kills are of stores, unless a subject is named. Without --seed, moments depend on the clock.
 */
import { parseArgs } from 'node:util';
import { runSubject, type SubjectReport } from './crash/run-subject.ts';
import { SUBJECTS } from './crash/subjects.ts';
import { formatRows, readCount, seedOfNow } from './program.ts';

/** Maximum number of differences to print. */
const SHOWN = 20;

const { values } = parseArgs({
  options: {
    subject: { type: 'string' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: seedOfNow() },
    json: { type: 'boolean', default: false },
  },
});
const kills = readCount('kills', values.kills);
const seed = readCount('seed', values.seed);
const names = SUBJECTS.map(({ name }) => name);
if (values.subject !== undefined && !names.includes(values.subject))
  throw new RangeError(`--subject must be one of: ${names.join(', ')}`);
const chosen = SUBJECTS.filter(({ name }) => values.subject === undefined || values.subject === name);
const stores = chosen.filter(({ name }) => name.startsWith('store'));
const others = chosen.filter((one) => !stores.includes(one));
const ofOthers = stores.length === 0 ? kills / others.length : Math.floor(kills / 2 / Math.max(1, others.length));
const ofStores = (kills - ofOthers * others.length) / stores.length;

const reports: SubjectReport[] = [];
for (const subject of chosen) {
  const share = Math.round(stores.includes(subject) ? ofStores : ofOthers);
  if (share > 0) reports.push(await runSubject(subject, { kills: share, seed }));
}
if (values.json) {
  process.stdout.write(`${JSON.stringify({ seed, reports }, undefined, 2)}\n`);
} else {
  const rows = reports.map(({ subject, kills: killed, ended, rounds, differences, seconds }) => {
    const counts = `${killed} kills, ${ended} ended before, ${rounds} let end, ${differences.length} differences`;
    return [subject, `${counts} (${seconds.toFixed(0)} s)`] as const;
  });
  process.stdout.write(formatRows([['seed', seed], ...rows]));
  const differences = reports.flatMap((one) => one.differences).slice(0, SHOWN);
  process.stdout.write(differences.map((one) => `${one}\n`).join(''));
}
if (reports.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
