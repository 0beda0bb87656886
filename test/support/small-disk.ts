/** Small file systems that a test can fill. Without permission to mount, tests are skipped. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';

/** False without permission to mount, which only root has. */
export function mount(folder: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const probe = mkdtempSync(join(tmpdir(), 'refrain-disk-'));
const canMount = process.platform === 'linux' && mount(probe, '64k');
if (canMount) execFileSync('umount', [probe]);
rmSync(probe, { recursive: true });
export const onSmallDisk = canMount ? test : test.skip;
if (!canMount) process.stdout.write('skipped: a small disk cannot be mounted here\n');
