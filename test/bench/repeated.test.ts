/** Shares of pages that are repeated, and speed by share. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { highAgainstLow, lineOf, speedAt } from '../../bench/repeated/line.ts';
import { drawSvg } from '../../bench/repeated/plot.ts';
import { repeatedBytes } from '../../bench/repeated/repeated.ts';
import type { SiteSpeed } from '../../bench/repeated/shares.ts';

const labelled = fileURLToPath(new URL('../fixtures/labelled', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const menu = `<nav>${'<a href="/section">Section</a>'.repeat(4)}</nav>`;
const footer = `<footer>${'All rights reserved. '.repeat(5)}</footer>`;

test('counts runs of at least 64 bytes that begin at a tag, wherever they stood', () => {
  const page = bytes(`${menu}<p>One.</p>${footer}`);
  assert.is(repeatedBytes(page, bytes(`${footer}<p>Other words here.</p>${menu}`)), menu.length + footer.length);
  assert.is(repeatedBytes(page, page), page.length);
  assert.is(repeatedBytes(bytes('<p>One.</p>'), bytes('<p>One.</p>')), 0);
  assert.is(repeatedBytes(bytes('x'.repeat(200)), bytes('x'.repeat(200))), 0);
  assert.is(repeatedBytes(page, bytes('')), 0);
});

const site = (name: string, repeated: number, speed: number): SiteSpeed => ({
  ...{ name, pages: 1, megabytes: 1, repeated, template: 0.5, speed },
});
const sites = [site('a', 0, 100), site('b & c', 0.5, 200), site('d', 0.75, 400)];

test('puts a straight line through the times of a byte', () => {
  const line = lineOf(sites);
  assert.ok(Math.abs(line.start - 10) < 1e-9 && Math.abs(line.slope + 10) < 1e-9);
  assert.ok(Math.abs(speedAt(line, 0.5) - 200) < 1e-9);
  assert.ok(Math.abs(highAgainstLow(sites) - 0.65 / 0.15) < 1e-9);
  assert.is(highAgainstLow([site('a', 0.5, 100)]), 1);
});

test('draws a point for each site, with escaped names', () => {
  const svg = drawSvg(sites);
  assert.is(svg.match(/<title>/g)?.length, 3);
  assert.match(svg, '<title>b &amp; c</title>');
  assert.not.match(svg, /NaN|Infinity/);
});

test('bench repeated prints one object and draws a file', () => {
  const file = join(tmpdir(), `refrain-repeated-${process.pid}.svg`);
  const words = ['bench/repeated.ts', '--sites', labelled, '--rounds', '1', '--svg', file, '--json'];
  const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', ...words], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.is(status, 0);
  const report = JSON.parse(stdout) as { sites: SiteSpeed[] };
  assert.equal(report.sites.map(({ name }) => name).sort(), ['garden', 'harbour']);
  assert.ok(report.sites.every(({ repeated, speed }) => repeated >= 0 && repeated <= 1 && speed > 0));
  assert.match(readFileSync(file, 'utf8'), /^<svg /);
  rmSync(file);
});

test.run();
