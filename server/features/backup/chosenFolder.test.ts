import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { writePolicy } from '../../backup/policy.ts';
import type { Identity } from '../../bundle/identity.ts';
import { backupPolicy } from '../../contract/plant/backup.ts';
import { ManualClock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { Jobs } from '../../core/jobs.ts';
import { ChosenFolder } from './chosenFolder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const found = { isSameDisk: false, snapshots: [] };
const { signal } = new AbortController();

/** A folder on a share, whose job begins after so long and does this. */
const shareOf = (beginsAfterMs: number, work: (clock: ManualClock) => unknown): ChosenFolder => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'chosen-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  writePolicy(dataFolder, backupPolicy.parse({ folder: '/share' }));
  const clock = new ManualClock(0);
  const jobs: Jobs = {
    run: async (_kind, _input, limits) => {
      const { promise, resolve: begin, reject } = Promise.withResolvers<void>();
      limits.signal.addEventListener('abort', () => reject(limits.signal.reason));
      setTimeout(begin, beginsAfterMs);
      await promise;
      clock.advance(beginsAfterMs);
      limits.onBegin?.();
      return work(clock);
    },
  };
  return new ChosenFolder({ dataFolder, identity: { site: 'S' } as Identity, jobs, clock });
};
const messageAfter = async (look: Promise<unknown>, waitMs: number): Promise<unknown> => {
  const said = look.then(
    (seen) => seen,
    (error: Error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(waitMs);
  return said;
};

it('of a share nobody says that it does not answer while no process is free to ask it', async () => {
  const busy = shareOf(600_000, () => found);
  expect(await messageAfter(busy.look(signal), 60_000)).toBe('no process is free to look at /share: ask again later');
});

it('a backup that is due waits for a process as long as it takes', async () => {
  const busy = shareOf(600_000, () => found);
  expect(await messageAfter(busy.look(signal, { isPatient: true }), 700_000)).toEqual(found);
});

it('a share is said not to answer where the look at it took its time, and what it answered is said after any wait', async () => {
  const hanging = shareOf(15_000, (clock) => {
    clock.advance(10_000);
    throw new Failure('unavailable', 'took longer than 10 s');
  });
  expect(await messageAfter(hanging.look(signal), 20_000)).toBe('/share does not answer: is its network or disk there?');
  const refusing = shareOf(15_000, () => {
    throw new Failure('badRequest', '/share cannot be read');
  });
  expect(await messageAfter(refusing.look(signal), 20_000)).toBe('/share cannot be read');
});
