/** Snapshots of earlier formats are refused by name. */
import { readFile } from 'node:fs/promises';
import { Detector, SnapshotError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

test('refuses a snapshot of format 2 by its format', async () => {
  const snapshot = await readFile(new URL('../fixtures/snapshots/format-2-default.refrain', import.meta.url));
  try {
    await Detector.restore(snapshot);
    assert.unreachable('the snapshot was restored');
  } catch (error) {
    assert.instance(error, SnapshotError);
    assert.is((error as SnapshotError).code, 'SNAPSHOT_VERSION');
    assert.match((error as SnapshotError).message, /format 2; this version reads format 4/);
  }
});

test.run();
