/** The printed command line for a missing package installs it next to the command. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from '../../../test/support/folder.ts';
import { installLine } from '../src/install.ts';

const WORDS = ['crawl', "https://a.example/?q=it's"];

test('the command to install fits a project, a global installation, and npx', () =>
  inFolder({ 'project/package.json': '{}', 'lib/none': '' }, (folder) => {
    const lineIn = (root: string): string =>
      installLine(['a', 'b'], WORDS, join(folder, root, 'node_modules/@refrain/cli/dist/bin/main.js'));
    assert.is(lineIn('project'), 'npm install a b');
    assert.is(lineIn('lib'), 'npm install --global a b');
    const words = `refrain crawl 'https://a.example/?q=it'\\''s'`;
    assert.is(lineIn('.npm/_npx/2f'), `npx -p @refrain/cli -p a -p b ${words}`);
    assert.is(installLine(['a'], WORDS, join(folder, 'packages/cli/src/install.ts')), 'npm install a');
  }));

test.run();
