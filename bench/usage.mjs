/** Loaded before a program by --import: writes what its process has used to descriptor 3 when it ends. */
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** In kibibytes. Linux counts the memory of the process that started this one in maxRSS, and not in VmHWM. */
function peakOf(maxRSS) {
  if (process.platform !== 'linux') return maxRSS;
  return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
}

if (isMainThread) {
  process.on('exit', () => {
    // Of all threads, in microseconds.
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const used = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: (peakOf(maxRSS) * 1024) / 1e6 };
    writeSync(3, JSON.stringify(used));
  });
}
