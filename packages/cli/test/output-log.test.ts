/** The log of written pages is on the disk before the store. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OutputLog } from '../src/judge/output-log.ts';
import { withFolder } from './command.ts';

test(
  'output and log are synchronised before the store is written',
  withFolder({ out: 'page', 'state/x': '' }, async (folder) => {
    const log = new OutputLog(join(folder, 'state'), join(folder, 'out'));
    const steps: unknown[] = [];
    const store = { write: async (changes: unknown) => void steps.push(changes) };
    log.precede(store);
    log.add(['key'], 4);
    const { fsyncSync } = fs;
    fs.fsyncSync = (file) => void steps.push(fs.fstatSync(file).ino);
    syncBuiltinESMExports();
    try {
      await store.write([]);
    } finally {
      fs.fsyncSync = fsyncSync;
      syncBuiltinESMExports();
    }
    const [out, written] = ['out', 'state/WRITTEN'].map((path) => fs.statSync(join(folder, path)).ino);
    assert.equal(steps, [out, written, []]);
    // A device cannot be synchronised.
    const other = new OutputLog(join(folder, 'state'), '/dev/null');
    other.precede(store);
    await store.write([]);
    other.close();
    log.close();
  }),
);

test.run();
