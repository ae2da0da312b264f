import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { silent } from '../../test/httpRig.ts';
import { valveSpec } from '../../test/plcRig.ts';
import type { WritePoint } from './model.ts';
import { stateOf, Valves } from './valves.ts';

const pointOf = (more: object = {}, id = 'v1'): WritePoint => ({ ...valveSpec(more), id, industryId: 'DEMO', version: 1 });

const rigOf = (...points: WritePoint[]) => {
  const commands = new FakeCommands();
  const clock = new ManualClock(1_700_000_000_000);
  const faults: string[] = [];
  const journal = { carriedOut: new Map<string, number>(), sentMs: new Map<string, number>(), underWay: new Set<string>() };
  const valves = new Valves({
    points: { all: () => points, find: (_, id) => points.find((one) => one.id === id) },
    commands,
    journal: {
      lastCarriedOut: ({ id }) =>
        journal.carriedOut.has(id) ? { value: journal.carriedOut.get(id) ?? null, atMs: 0 } : undefined,
      lastSent: (id) => (journal.sentMs.has(id) ? { value: 1, atMs: journal.sentMs.get(id) ?? 0 } : undefined),
    },
    isUnderWay: (id) => journal.underWay.has(id),
    onFault: ({ id }, text) => void faults.push(`${id}: ${text}`),
    onRight: ({ id }) => void faults.push(`${id}: right`),
    clock,
    log: silent,
  });
  return { commands, clock, faults, journal, points, valves };
};
const show = (commands: FakeCommands, { open, closed, coil }: { open: number; closed: number; coil: number }): void =>
  void commands.set('discrete', 0, open).set('discrete', 1, closed).set('coil', 0, coil);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what the feedbacks of a valve show together', () => {
  it.each([
    [true, true, null, { state: 'unknown', fault: 'both end switches are on' }],
    [true, false, false, { state: 'open', fault: null }],
    [true, null, null, { state: 'open', fault: null }],
    [false, true, true, { state: 'closed', fault: null }],
    [null, true, null, { state: 'closed', fault: null }],
    [false, false, true, { state: 'moving', fault: null }],
    [false, null, true, { state: 'closed', fault: null }],
    [null, false, false, { state: 'open', fault: null }],
    [null, null, true, { state: 'open', fault: null }],
    [null, null, false, { state: 'closed', fault: null }],
    [null, null, null, { state: 'unknown', fault: null }],
  ] as const)('open %s, closed %s, coil %s', (open, closed, coil, shown) => {
    expect(stateOf(open, closed, coil)).toEqual(shown);
  });
});

describe('a valve that is read', () => {
  it('shows its state, when it was read and what was last commanded', async () => {
    const { valves, commands, journal, clock } = rigOf();
    show(commands, { open: 1, closed: 0, coil: 1 });
    journal.carriedOut.set('v1', 1);
    const seen = { state: 'open', fault: null, commanded: 'open', differs: false, readAtMs: clock.now() };
    expect(await valves.look(pointOf())).toEqual(seen);
    expect(valves.state('v1')).toEqual(seen);
    journal.carriedOut.set('v1', 0);
    expect(await valves.look(pointOf())).toMatchObject({ state: 'open', commanded: 'close' });
    journal.carriedOut.set('v1', 7);
    expect(await valves.look(pointOf())).toMatchObject({ commanded: null, differs: false });
  });

  it('is not known once its device is elsewhere, until it is read there', async () => {
    const { valves, commands } = rigOf();
    show(commands, { open: 1, closed: 0, coil: 1 });
    await valves.look(pointOf());
    commands.host = 'other.local';
    const unknown = { state: 'unknown', fault: null, commanded: null, differs: false, readAtMs: null };
    expect(valves.state('v1')).toEqual(unknown);
    // what did not answer there leaves nothing of the other one
    commands.words.clear();
    expect(await valves.look(pointOf())).toEqual(unknown);
    show(commands, { open: 0, closed: 1, coil: 0 });
    await valves.look(pointOf());
    expect(valves.state('v1')).toMatchObject({ state: 'closed' });
  });

  it('is not known once its point is at other addresses, until it is read there; another name changes nothing', async () => {
    const { valves, commands, points } = rigOf(pointOf());
    show(commands, { open: 1, closed: 0, coil: 1 });
    await valves.look(pointOf());
    points.splice(0, 1, { ...pointOf({ name: 'Outlet valve' }), version: 2 });
    expect(valves.state('v1').state).toBe('open');
    for (const elsewhere of [{ address: 7 }, { deviceId: 'other' }, { valve: { openValue: 0, closeValue: 1 } }]) {
      points.splice(0, 1, { ...pointOf(elsewhere), version: 3 });
      expect(valves.state('v1')).toEqual({ state: 'unknown', fault: null, commanded: null, differs: false, readAtMs: null });
    }
  });

  it('says nothing by what was read of it in part before its point was moved', async () => {
    const { valves, commands, faults, points } = rigOf(pointOf());
    show(commands, { open: 1, closed: 1, coil: 1 });
    const looking = valves.look(pointOf());
    points.splice(0, 1, { ...pointOf({ deviceId: 'other' }), version: 2 });
    expect(await looking).toMatchObject({ state: 'unknown', fault: null, readAtMs: null });
    expect(faults).toEqual([]);
    expect(valves.state('v1')).toMatchObject({ state: 'unknown', fault: null });
  });

  it('says nothing by what was read of it in part before its device was moved', async () => {
    const { valves, commands, faults } = rigOf();
    show(commands, { open: 1, closed: 0, coil: 1 });
    const read = commands.read.bind(commands);
    vi.spyOn(commands, 'read').mockImplementation((...asked) => {
      if (commands.reads.length === 2) commands.host = 'other.local';
      return read(...asked);
    });
    show(commands, { open: 1, closed: 1, coil: 1 });
    expect(await valves.look(pointOf())).toMatchObject({ state: 'unknown', fault: null, readAtMs: null });
    expect(faults).toEqual([]);
  });

  it('is not known before it was read, and where it is no valve', async () => {
    const { valves, commands } = rigOf();
    const unknown = { state: 'unknown', fault: null, commanded: null, differs: false, readAtMs: null };
    expect(valves.state('v1')).toEqual(unknown);
    expect(await valves.look({ ...pointOf(), valve: null })).toEqual(unknown);
    expect(commands.reads).toEqual([]);
  });

  it('whose device does not answer keeps the time at which it last did', async () => {
    const { valves, commands, clock } = rigOf();
    show(commands, { open: 0, closed: 1, coil: 0 });
    await valves.look(pointOf());
    const readAtMs = clock.now();
    clock.advance(60_000);
    commands.words.clear();
    expect(await valves.look(pointOf())).toEqual({ state: 'unknown', fault: null, commanded: null, differs: false, readAtMs });
  });

  it('by one answering feedback alone counts as read', async () => {
    for (const place of [
      ['discrete', 0],
      ['discrete', 1],
      ['coil', 0],
    ] as const) {
      const { valves, commands, clock } = rigOf();
      commands.set(place[0], place[1], 1);
      expect((await valves.look(pointOf())).readAtMs).toBe(clock.now());
    }
  });

  it('has switches that may be on at 0, and a coil only where it is written as one', async () => {
    const { valves, commands } = rigOf();
    show(commands, { open: 0, closed: 1, coil: 0 });
    const at = (address: number) => ({ space: 'discrete' as const, address, on: false });
    const inverted = pointOf({ valve: { openFeedback: at(0), closedFeedback: at(1), travelMs: 0 } });
    expect(await valves.look(inverted)).toMatchObject({ state: 'open' });
    commands.reads.length = 0;
    const register = pointOf({ fn: 6, type: 'uint16', valve: { openValue: 1, closeValue: 0, travelMs: 0 } });
    expect(await valves.look(register)).toMatchObject({ state: 'unknown' });
    expect(commands.reads).toEqual([]);
    expect(await valves.look(pointOf({ fn: 15, valve: { travelMs: 0 } }))).toMatchObject({ state: 'closed' });
    expect(commands.reads).toEqual([{ deviceId: 'plc', place: { space: 'coil', address: 0, count: 1 }, withinMs: 2000 }]);
    show(commands, { open: 0, closed: 0, coil: 1 });
    expect(await valves.look(pointOf({ valve: { travelMs: 0 } }))).toMatchObject({ state: 'open' });
  });

  it('is in no state that a switch denies which could not be read', async () => {
    const { valves, commands } = rigOf();
    const stateAfter = async () => (await valves.look(pointOf())).state;
    commands.set('discrete', 1, 0).set('coil', 0, 1);
    // neither is it open because the closed switch is off, nor because its coil is on
    expect(await stateAfter()).toBe('unknown');
    commands.words.clear();
    commands.set('discrete', 0, 0).set('coil', 0, 0);
    expect(await stateAfter()).toBe('unknown');
    commands.words.clear();
    commands.set('coil', 0, 1);
    expect(await stateAfter()).toBe('unknown');
    commands.set('discrete', 0, 1);
    expect(await stateAfter()).toBe('open');
  });

  it('is not said to be right again, nor anything else, by a look that could not read it', async () => {
    const { valves, commands, journal, faults } = rigOf();
    const point = pointOf({ valve: { ...pointOf().valve, travelMs: 0 } });
    show(commands, { open: 0, closed: 1, coil: 0 });
    journal.carriedOut.set('v1', 1);
    await valves.look(point);
    const fault = 'v1: it is closed, and the last command was open';
    expect(faults).toEqual([fault]);
    commands.words.clear();
    expect(await valves.look(point)).toMatchObject({ state: 'unknown', differs: false });
    expect(faults).toEqual([fault]);
    show(commands, { open: 0, closed: 1, coil: 0 });
    await valves.look(point);
    expect(faults).toEqual([fault]);
    commands.words.clear();
    commands.set('discrete', 1, 1);
    expect(await valves.look(point)).toMatchObject({ state: 'closed', differs: true });
    expect(faults).toEqual([fault]);
    show(commands, { open: 1, closed: 0, coil: 1 });
    await valves.look(point);
    expect(faults).toEqual([fault, 'v1: right']);
  });

  it('differs from its command once its time of travel is over, and only where it has come to rest', async () => {
    const { valves, commands, journal, clock } = rigOf();
    show(commands, { open: 0, closed: 1, coil: 0 });
    journal.carriedOut.set('v1', 1);
    journal.sentMs.set('v1', clock.now());
    const differs = async () => (await valves.look(pointOf())).differs;
    expect(await differs()).toBe(false);
    clock.advance(1499);
    expect(await differs()).toBe(false);
    clock.advance(1);
    expect(await differs()).toBe(true);
    // its line kept it waiting
    journal.underWay.add('v1');
    expect(await differs()).toBe(false);
    journal.underWay.clear();
    // after the clock was set back nothing says that it still travels
    journal.sentMs.set('v1', clock.now() + 10);
    expect(await differs()).toBe(true);
    journal.sentMs.clear();
    expect(await differs()).toBe(true);
    show(commands, { open: 0, closed: 0, coil: 0 });
    expect(await differs()).toBe(false);
  });

  it('says once what is wrong, anew when that changes, and once that it is right again', async () => {
    const { valves, commands, journal, faults } = rigOf();
    const point = pointOf({
      valve: { openFeedback: { space: 'discrete', address: 0 }, closedFeedback: { space: 'discrete', address: 1 }, travelMs: 0 },
    });
    show(commands, { open: 1, closed: 1, coil: 0 });
    await valves.look(point);
    await valves.look(point);
    expect(faults).toEqual(['v1: both end switches are on']);
    journal.carriedOut.set('v1', 0);
    show(commands, { open: 1, closed: 0, coil: 1 });
    await valves.look(point);
    expect(faults[1]).toBe('v1: it is open, and the last command was close');
    show(commands, { open: 0, closed: 1, coil: 0 });
    await valves.look(point);
    await valves.look(point);
    expect(faults.slice(2)).toEqual(['v1: right']);
  });

  it('keeps its fault when its state is forgotten until it is read again', async () => {
    const { valves, commands, faults } = rigOf();
    show(commands, { open: 1, closed: 1, coil: 0 });
    await valves.look(pointOf());
    valves.forget(pointOf());
    expect(valves.state('v1')).toMatchObject({ state: 'unknown', fault: 'both end switches are on' });
    await valves.look(pointOf());
    expect(faults).toHaveLength(1);
  });

  it('is neither open nor closed once its state is forgotten, until it is read again', async () => {
    const { valves, commands } = rigOf();
    show(commands, { open: 1, closed: 0, coil: 1 });
    await valves.look(pointOf());
    valves.forget(pointOf());
    expect(valves.state('v1').state).toBe('unknown');
    await valves.look(pointOf());
    expect(valves.state('v1').state).toBe('open');
  });
});

describe('valves are read', () => {
  const settled = () => vi.advanceTimersByTimeAsync(0);

  it('when the line of their device is up, and no others', async () => {
    const { valves, commands } = rigOf(pointOf(), pointOf({ deviceId: 'other' }, 'v2'), { ...pointOf({}, 'p'), valve: null });
    valves.start();
    valves.start();
    expect(commands.listeners).toBe(1);
    commands.lineUp('plc', 'third');
    await settled();
    expect(new Set(commands.reads.map(({ deviceId }) => deviceId))).toEqual(new Set(['plc']));
    expect(commands.reads).toHaveLength(3);
    valves.stop();
    expect(commands.listeners).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('every quarter minute, one round at a time, until it is stopped', async () => {
    const { valves, commands } = rigOf(pointOf());
    valves.start();
    await vi.advanceTimersByTimeAsync(14_999);
    expect(commands.reads).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(commands.reads).toHaveLength(3);
    let answer: (() => void) | undefined;
    const read = vi.spyOn(commands, 'read').mockImplementation(
      () =>
        new Promise((done) => {
          answer = () => done({ kind: 'failed', reason: '' });
        }),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
    answer?.();
    await settled();
    const before = commands.reads.length;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(commands.reads.length).toBe(before + 3);
    valves.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(commands.reads.length).toBe(before + 3);
    valves.start();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(commands.reads.length).toBe(before + 6);
    valves.stop();
  });

  it('side by side where they are on other lines: one that does not answer holds up its own line alone', async () => {
    const { valves, commands } = rigOf(pointOf(), pointOf({}, 'v2'), pointOf({ deviceId: 'other' }, 'v3'));
    show(commands, { open: 1, closed: 0, coil: 1 });
    const answered = commands.read.bind(commands);
    vi.spyOn(commands, 'read').mockImplementation((deviceId, ...asked) =>
      deviceId === 'plc' ? new Promise(() => undefined) : answered(deviceId, ...asked),
    );
    valves.start();
    await vi.advanceTimersByTimeAsync(15_000);
    expect([valves.state('v1').state, valves.state('v3').state]).toEqual(['unknown', 'open']);
    show(commands, { open: 0, closed: 1, coil: 0 });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(valves.state('v3').state).toBe('closed');
    valves.stop();
  });

  it('go on being read after one round has failed', async () => {
    const { valves, commands } = rigOf(pointOf());
    const read = vi.spyOn(commands, 'read').mockRejectedValue(new Error('broken'));
    valves.start();
    commands.lineUp('plc');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(read).toHaveBeenCalledTimes(3);
    valves.stop();
  });
});
