import { spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { processorMs } from './processor.ts';

it.runIf(process.platform === 'linux')('processor time of a group of processes grows with the work of its members', () => {
  const { pid = 0 } = spawn(process.execPath, ['-e', 'for (;;);'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => {
    process.kill(-pid, 'SIGKILL');
  });
  const beforeMs = processorMs(pid);
  const startedMs = performance.now();
  while (processorMs(pid) < beforeMs + 50 && performance.now() - startedMs < 10_000);
  expect(processorMs(pid)).toBeGreaterThanOrEqual(beforeMs + 50);
  expect(processorMs(-1)).toBe(0);
});
