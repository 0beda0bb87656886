/** Pieces for retrieval: what repeats, what is template, and what is found. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from '../../test/support/folder.ts';
import type { Report } from '../retrieval.ts';
import { run } from './run.ts';

const TOPICS = ['rivers', 'bridges', 'markets', 'trains', 'gardens', 'otters'];
const NOTE =
  '<h2>Note</h2><p data-gold="content">All that is said of the town here is said by people who live there.</p>';

const pageOf = (topic: string): string =>
  `<title>On ${topic}</title><h2>Menu</h2><ul>${TOPICS.map((one) => `<li><a href="/${one}">${one}</a>`).join('')}</ul>
<h1 data-gold="content">On ${topic}</h1>
${Array.from({ length: 4 }, (_, at) => `<p data-gold="content">What the ${topic} of the town have seen, in part ${at} of ${topic}, is told at length.</p>`).join('')}
${NOTE}`;

test('a piece counts where two pages have it, and as template where it is not labelled as content', () =>
  inFolder({}, async (folder) => {
    mkdirSync(join(folder, 'site'));
    for (const topic of TOPICS) writeFileSync(join(folder, 'site', `${topic}.html`), pageOf(topic));
    const { status, stdout, stderr } = await run('retrieval', folder, '--json');
    assert.is(status, 0, stderr);
    const { sites, means } = JSON.parse(stdout) as Report;
    assert.is(sites, 1);
    const whole = means['no cleaning'];
    // Of three pieces of a page, the menu and the note are those of all others.
    assert.equal([whole?.repeated?.toFixed(3), whole?.template?.toFixed(3)], ['0.667', '0.333']);
    assert.equal([whole?.headline, whole?.sentence], [1, 1]);
    assert.ok((means['refrain main']?.template ?? 1) < (whole?.template ?? 0));
  }));

test.run();
