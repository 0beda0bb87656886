/**
 * Hostile pages of a quarter of a megabyte and of one megabyte: the time of each, and whether four times the size takes more
 * than about four times the time.
 *
 * Run: npm run bench floods
 */
import { LimitError } from 'refrain';
import { HtmlParser } from 'refrain/html';
import { floods } from '../test/support/floods.ts';
import { formatTable } from './table.ts';

const SMALL = 250_000;
const LARGE = 1_000_000;

interface Timed {
  readonly milliseconds: number;
  readonly outcome: string;
}

function time(parser: HtmlParser, html: string): Timed {
  const bytes = new TextEncoder().encode(html);
  let milliseconds = Number.POSITIVE_INFINITY;
  let outcome = '';
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    try {
      outcome = `${parser.parse(bytes).nodeCount} nodes`;
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      outcome = error.code;
    }
    milliseconds = Math.min(milliseconds, performance.now() - start);
  }
  return { milliseconds, outcome };
}

const parser = await HtmlParser.create();
const rows = Object.entries(floods).map(([name, makePage]) => {
  const small = time(parser, makePage(SMALL));
  const large = time(parser, makePage(LARGE));
  return [
    ...[name, small.milliseconds.toFixed(1), large.milliseconds.toFixed(1)],
    ...[(large.milliseconds / small.milliseconds).toFixed(1), large.outcome],
  ];
});
process.stdout.write(`${formatTable(['page', '¼ MB, ms', '1 MB, ms', 'growth', 'result of 1 MB'], rows)}\n`);
