/** Loaded by --import: at exit, writes the resource usage of the process to file descriptor 3. */
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Kibibytes. On Linux, maxRSS includes the memory of the parent process; VmHWM does not. */
function peakOf(maxRSS) {
  if (process.platform !== 'linux') return maxRSS;
  return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
}

if (isMainThread) {
  process.on('exit', () => {
    // Microseconds of all threads.
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const used = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: (peakOf(maxRSS) * 1024) / 1e6 };
    writeSync(3, JSON.stringify(used));
  });
}
