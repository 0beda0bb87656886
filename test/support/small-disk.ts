/** Disks that are really full, where the machine lets its tests mount one; else those tests are skipped, and say so. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';

/** A small file system of its own, for whom it can be had; it takes being root. */
export function mounted(folder: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const probe = mkdtempSync(join(tmpdir(), 'refrain-disk-'));
const canMount = process.platform === 'linux' && mounted(probe, '64k');
if (canMount) execFileSync('umount', [probe]);
rmSync(probe, { recursive: true });
export const onSmallDisk = canMount ? test : test.skip;
if (!canMount) process.stdout.write('a small disk can not be mounted here: skipped\n');
