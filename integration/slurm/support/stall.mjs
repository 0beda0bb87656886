/** Loaded before the command: two tasks of an array stop permanently when their file is written but not renamed yet. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';

const { SLURM_ARRAY_TASK_ID: task, SLURM_RESTART_COUNT: restarts, STALLED = '' } = process.env;

if (restarts === undefined && STALLED.split(',').includes(task ?? '')) {
  const rename = fs.renameSync;
  fs.renameSync = (from, to) => {
    if (!String(to).endsWith('.ndjson')) return rename(from, to);
    fs.writeFileSync(join(dirname(String(to)), `stalled-${task}`), String(process.pid));
    return void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  syncBuiltinESMExports();
}
