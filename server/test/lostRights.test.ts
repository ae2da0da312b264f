import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../core/fail.ts';
import { AuthService } from '../features/auth/service.ts';
import { ConfigurationChanges } from '../plantModel/index.ts';
import { refusedBefore } from './diskOperationsAside.ts';
import { rows, senderOf, startWithFaults, stored } from './diskRequests.ts';

/** A change may wait after it was let in: what its sender lost meanwhile is lost for it too. */
startWithFaults();
afterEach(() => {
  vi.restoreAllMocks();
});

/** Answered as usual though their sender is gone: none of them waits for anything. */
const storesNothing = [
  'GET /api/user/accounts/allUnitThresholdUpdate',
  'POST /api/plant/scan-estimates',
  'POST /api/plant/users/{id}/password-links',
];

/** Sends a request whose session ends as soon as `lose` is called. @returns the answer, and the tables that changed after it. */
const sendAndLose = async (
  send: () => Promise<{ status: number }>,
  lose: { afterCalls?: number; inQueue?: () => void },
): Promise<{ status: number; changed: string[] | undefined }> => {
  const { access } = AuthService.prototype;
  const { run } = ConfigurationChanges.prototype;
  let before: Map<string, string> | undefined;
  let calls = 0;
  vi.spyOn(AuthService.prototype, 'access').mockImplementation(function (this: AuthService, ...given) {
    if (before) throw new Failure('sessionEnded', 'Session expired');
    const session = access.apply(this, given);
    calls += 1;
    if (calls === lose.afterCalls) before = stored();
    return session;
  });
  vi.spyOn(ConfigurationChanges.prototype, 'run').mockImplementation(function (this: ConfigurationChanges, ...given) {
    if (lose.inQueue) before ??= stored();
    lose.inQueue?.();
    return run.apply(this, given) as never;
  });
  const { status } = await send();
  vi.restoreAllMocks();
  const after = stored();
  return { status, changed: before && [...before].filter(([table, held]) => after.get(table) !== held).map(([table]) => table) };
};

const changing = rows.filter(([, { auth }]) => auth === 'access');
const letThrough = new Set<string>();
const queued = new Set<string>();

describe('a session that ends while a change waits', () => {
  it.each(changing)('%s: changes nothing, wherever it waits', async (name, row) => {
    const send = await senderOf(row);
    const late = await sendAndLose(send, { afterCalls: row.body || row.upload ? 2 : 1 });
    expect(late.changed ?? []).toEqual([]);
    if (late.status !== 440) letThrough.add(name);
    const { status, changed } = await sendAndLose(send, { inQueue: () => queued.add(name) });
    if (changed) expect([status, changed]).toEqual([440, []]);
  });

  it('is seen by every change that is made', () => {
    expect([...letThrough].filter((name) => !(name in refusedBefore)).toSorted()).toEqual(storesNothing);
    expect(queued.size).toBeGreaterThan(20);
  });
});
