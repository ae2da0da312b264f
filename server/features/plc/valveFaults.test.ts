import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { silent } from '../../test/httpRig.ts';
import { valveSpec } from '../../test/plcRig.ts';
import type { WritePoint } from './model.ts';
import { Valves } from './valves.ts';

const pointOf = (id: string): WritePoint => ({ ...valveSpec(), id, industryId: 'DEMO', version: 1 });

/** Valves that show both end switches, with what is said of them. */
const rigOf = (points: WritePoint[]) => {
  const commands = new FakeCommands();
  const said: string[] = [];
  const valves = new Valves({
    points: { all: () => points, find: (_, id) => points.find((one) => one.id === id) },
    commands,
    journal: { lastCarriedOut: () => undefined, lastSent: () => undefined },
    isUnderWay: () => false,
    onFault: ({ id }, text) => void said.push(`${id}: ${text}`),
    onRight: ({ id }) => void said.push(`${id}: right`),
    clock: new ManualClock(1_700_000_000_000),
    log: silent,
  });
  const show = (open: number, closed: number): void =>
    void commands.set('discrete', 0, open).set('discrete', 1, closed).set('coil', 0, 1);
  return { valves, said, show };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the fault of a valve', () => {
  it('of the run before may be open after a start: it is said to be right once it was read', async () => {
    const { valves, said, show } = rigOf([]);
    await valves.look(pointOf('v1'));
    expect(said).toEqual([]);
    show(1, 0);
    await valves.look(pointOf('v1'));
    await valves.look(pointOf('v1'));
    expect(said).toEqual(['v1: right']);
  });

  it.each([
    ['deleted', []],
    ['no valve any more', [{ ...pointOf('v1'), valve: null }]],
  ])('is over with the next round once its point is %s', async (_, instead) => {
    const points = [pointOf('v1'), pointOf('v2')];
    const { valves, said, show } = rigOf(points);
    show(1, 1);
    valves.start();
    await vi.advanceTimersByTimeAsync(valves.lookMs);
    expect(said).toEqual(['v1: both end switches are on', 'v2: both end switches are on']);
    points.splice(0, 1, ...instead);
    await vi.advanceTimersByTimeAsync(2 * valves.lookMs);
    expect(said.slice(2)).toEqual(['v1: right']);
    valves.stop();
  });

  it('is not raised by a valve that moved from one end to the other between the reads of its switches', async () => {
    const { valves, said, show } = rigOf([]);
    show(1, 0);
    const read = valves.look(pointOf('v1'));
    show(0, 1);
    expect(await read).toMatchObject({ state: 'closed', fault: null });
    expect(said).toEqual(['v1: right']);
  });
});
