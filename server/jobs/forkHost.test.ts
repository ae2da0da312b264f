import { expect, it, vi } from 'vitest';
import { ForkHost } from './forkHost.ts';

vi.mock('node:child_process', async (original) => {
  const real = await original<typeof import('node:child_process')>();
  const fork = (script: string, given: string[], options: object) =>
    real.fork(script, given, { ...options, execPath: '/nowhere/node' });
  return { ...real, fork };
});

it('a job process that the system cannot start is said to have ended', async () => {
  const process = new ForkHost({ dataFolder: '/', resources: '/', memoryBytes: 1e8 }).start();
  expect(await new Promise<string>((done) => process.onExit(done))).toBe('spawn /nowhere/node ENOENT');
});
