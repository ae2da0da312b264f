import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { pointSpec, valveSpec } from '../../test/plcRig.ts';
import { ownProof, proofOf, type ReadBackProof, readBack, type Seen } from './readBack.ts';

vi.mock('node:timers/promises', () => import('../../test/fakePauses.ts'));

const plain = { wordOrder: 'ABCD', scale: 1, offset: 0, sentinels: [] };
const verify = (place: object) => ({ place, within: 0.5, delayMs: 100, pollMs: 50, timeoutMs: 1000 });
const mask = { fn: 22, scale: 1, min: 0, max: 0x30, step: 0x10 };

describe('where the effect of a command shows', () => {
  it('is the limit switch of the side that a valve moves to, within its time of travel, and not while the other one is on', () => {
    const point = valveSpec();
    const opening = {
      place: { space: 'discrete', address: 0, count: 1 },
      spec: { space: 'discrete', address: 0, type: 'bool', ...plain },
      contrary: { place: { space: 'discrete', address: 1, count: 1 }, target: 1 },
      bits: null,
      target: 1,
      within: 0,
      delayMs: 0,
      pollMs: 250,
      timeoutMs: 1500,
    };
    expect(proofOf(point, 1)).toEqual(opening);
    expect(proofOf(point, 0)).toMatchObject({
      place: { address: 1, count: 1 },
      contrary: { place: { address: 0, count: 1 }, target: 1 },
    });
  });

  it('is a switch that is on at 0 where it is wired so', () => {
    const at = (address: number) => ({ space: 'discrete', address, on: false });
    const inverted = valveSpec({ valve: { openFeedback: at(0), closedFeedback: at(1), travelMs: 10 } });
    expect(proofOf(inverted, 1)).toMatchObject({ target: 0, contrary: { target: 0 } });
    const single = valveSpec({ valve: { openFeedback: at(0), travelMs: 10 } });
    expect(proofOf(single, 1)).toMatchObject({ target: 0, contrary: null });
    expect(proofOf(single, 0)).toBeNull();
  });

  it('is the feedback that a point names, and nothing where it names none', () => {
    expect(proofOf(pointSpec(), 21.5)).toBeNull();
    const point = pointSpec({ verify: verify({ space: 'input', address: 20, type: 'uint32', scale: 0.1 }) });
    expect(proofOf(point, 21.5)).toEqual({
      place: { space: 'input', address: 20, count: 2 },
      spec: { space: 'input', address: 20, type: 'uint32', ...plain, scale: 0.1 },
      contrary: null,
      bits: null,
      target: 21.5,
      within: 0.5,
      delayMs: 100,
      pollMs: 50,
      timeoutMs: 1000,
    });
  });

  it.each([
    ['the register that the mask is written to', { space: 'holding', address: 10 }, 0x30],
    ['another holding register', { space: 'holding', address: 11 }, null],
    ['an input register of the same address', { space: 'input', address: 10 }, null],
  ])('of a mask is its own bits only in %s', (_, place, bits) => {
    const point = pointSpec({ ...mask, verify: verify({ ...place, type: 'uint16' }) });
    expect(proofOf(point, 0x10)).toMatchObject({ bits, place: { ...place, count: 1 } });
  });
});

describe('what was written, read again', () => {
  it('is the proof of a command whose answer was lost', () => {
    expect(ownProof(pointSpec(), 21.5)).toEqual({
      place: { space: 'holding', address: 10, count: 1 },
      spec: { space: 'holding', address: 10, type: 'uint16', ...plain, scale: 0.1 },
      contrary: null,
      bits: null,
      target: 21.5,
      within: expect.closeTo(21.5e-6, 12),
      delayMs: 0,
      pollMs: 250,
      timeoutMs: 2000,
    });
    expect(ownProof(pointSpec(), 0)).toMatchObject({ within: 1e-6 });
    expect(ownProof(pointSpec(mask), 0x10)).toMatchObject({ bits: 0x30, target: 0x10 });
  });

  it('proves nothing of a pulse, which leaves nothing there', () => {
    expect(ownProof(pointSpec({ kind: 'command' }), 1)).toBeNull();
  });
});

describe('reading until the effect shows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const place = (address: number, count = 1) => ({ space: 'holding' as const, address, count });
  const numberAt10: ReadBackProof = {
    place: place(10),
    spec: { space: 'holding', address: 10, type: 'uint16', wordOrder: 'ABCD', scale: 1, offset: 0, sentinels: [] },
    contrary: null,
    bits: null,
    target: 20,
    within: 0.5,
    delayMs: 0,
    pollMs: 250,
    timeoutMs: 1000,
  };

  /** What is seen in the end, and when; the registers change at the times of `later`. */
  const seenOf = async (more: Partial<ReadBackProof>, commands: FakeCommands, later: Record<number, () => void> = {}) => {
    const startMs = systemClock.monotonicMs();
    const stopping = new AbortController();
    let ended: { seen: Seen; afterMs: number } | undefined;
    const reading = readBack({ commands, clock: systemClock }, 'plc', { ...numberAt10, ...more }, stopping.signal).then(
      (seen) => {
        ended = { seen, afterMs: systemClock.monotonicMs() - startMs };
      },
    );
    for (let ms = 0; ms <= 5000 && !ended; ms += 50) {
      later[ms]?.();
      await vi.advanceTimersByTimeAsync(ms === 0 ? 0 : 50);
    }
    await reading;
    if (!ended) throw new Error('never ended');
    return { ...ended.seen, afterMs: ended.afterMs, reads: commands.reads.length };
  };

  it.each<[shown: number, isProven: boolean]>([
    [19.4, false],
    [19.5, true],
    [20, true],
    [20.5, true],
    [20.6, false],
  ])('%d within 0.5 of 20 proves it: %s', async (shown, isProven) => {
    const commands = new FakeCommands().set('holding', 10, shown);
    expect((await seenOf({}, commands)).isProven).toBe(isProven);
  });

  it('ends at once where it shows, with the registers as they are, read on the device with 2 s for it', async () => {
    const commands = new FakeCommands().set('holding', 10, 20).set('holding', 11, 0xa);
    const seen = await seenOf({ place: place(10, 2) }, commands);
    expect(seen).toEqual({ isProven: true, words: [20, 10], hex: '0014 000a', afterMs: 0, reads: 1 });
    expect(commands.reads).toEqual([{ deviceId: 'plc', place: place(10, 2), withinMs: 2000 }]);
  });

  it('reads again after each pause until the time is over, and answers what showed last', async () => {
    const commands = new FakeCommands().set('holding', 10, 7);
    const seen = await seenOf({}, commands, { 900: () => void commands.set('holding', 10, 8) });
    expect(seen).toEqual({ isProven: false, words: [8], hex: '0008', afterMs: 1000, reads: 5 });
  });

  it('ends as soon as it shows later', async () => {
    const commands = new FakeCommands().set('holding', 10, 7);
    const seen = await seenOf({}, commands, { 400: () => void commands.set('holding', 10, 20) });
    expect(seen).toMatchObject({ isProven: true, afterMs: 500, reads: 3 });
  });

  it('begins after its delay, and has its whole time from there', async () => {
    const commands = new FakeCommands().set('holding', 10, 7);
    const seen = await seenOf({ delayMs: 600, timeoutMs: 500 }, commands, {
      300: () => expect(commands.reads).toEqual([]),
      600: () => expect(commands.reads).toEqual([]),
    });
    expect(seen).toMatchObject({ isProven: false, afterMs: 1100, reads: 3 });
  });

  it('without a delay reads before anything else, and with the least one not before it is over', async () => {
    const commands = new FakeCommands().set('holding', 10, 20);
    const proof = (delayMs: number): Promise<Seen> =>
      readBack({ commands, clock: systemClock }, 'plc', { ...numberAt10, delayMs }, new AbortController().signal);
    const atOnce = proof(0);
    expect(commands.reads).toHaveLength(1);
    expect((await atOnce).isProven).toBe(true);
    const delayed = proof(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(commands.reads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await delayed).isProven).toBe(true);
    expect(commands.reads).toHaveLength(2);
  });

  it('keeps what was seen when a later read is not answered, and has seen nothing where none is', async () => {
    const commands = new FakeCommands().set('holding', 10, 7);
    expect(await seenOf({}, commands, { 300: () => commands.words.clear() })).toMatchObject({ words: [7], hex: '0007' });
    expect(await seenOf({}, new FakeCommands())).toMatchObject({ isProven: false, words: [], hex: '', reads: 5 });
  });

  it('is tried three times where nothing is answered, also beyond its time, and not after an answer', async () => {
    const late = new FakeCommands();
    const showsLate = { 450: () => void late.set('holding', 10, 20) };
    expect(await seenOf({ timeoutMs: 0 }, late, showsLate)).toMatchObject({ isProven: true, afterMs: 500, reads: 3 });
    expect(await seenOf({ timeoutMs: 0 }, new FakeCommands())).toMatchObject({ isProven: false, hex: '', reads: 3 });
    const answered = new FakeCommands().set('holding', 10, 7);
    expect(await seenOf({ timeoutMs: 0 }, answered)).toMatchObject({ isProven: false, hex: '0007', reads: 1 });
  });

  it('is not proven by what has the place of the device by then', async () => {
    const commands = new FakeCommands().set('holding', 10, 7);
    const swap = (): void => {
      commands.slaveId = 6;
      commands.set('holding', 10, 20);
    };
    expect(await seenOf({}, commands, { 300: swap })).toMatchObject({ isProven: false, hex: '0007' });
    const contrary = { place: { space: 'discrete', address: 1, count: 1 }, target: 1 } as const;
    const valve = new FakeCommands().set('holding', 10, 20).set('discrete', 1, 0);
    const read = valve.read.bind(valve);
    vi.spyOn(valve, 'read').mockImplementation(async (deviceId, at, withinMs) => {
      if (at.space === 'discrete') valve.slaveId = 6;
      return read(deviceId, at, withinMs);
    });
    expect(await seenOf({ contrary }, valve)).toMatchObject({ isProven: false });
  });

  it('compares the bits of a mask alone', async () => {
    const proof = { bits: 0x30, target: 0x10, within: 0 };
    const shows = async (word: number) => (await seenOf(proof, new FakeCommands().set('holding', 10, word))).isProven;
    expect([await shows(0x0f15), await shows(0x10), await shows(0x0f25), await shows(0x30)]).toEqual([true, true, false, false]);
    expect((await seenOf({ ...proof, target: 0, place: place(10, 0) }, new FakeCommands())).isProven).toBe(false);
  });

  it('compares a bit as it is', async () => {
    const spec = { ...numberAt10.spec, space: 'discrete', type: 'bool' } as const;
    const proof = { spec, place: { space: 'discrete', address: 3, count: 1 }, target: 1, within: 0 } as const;
    const decode = vi.spyOn(FakeCommands.prototype, 'decode');
    expect((await seenOf(proof, new FakeCommands().set('discrete', 3, 1))).isProven).toBe(true);
    expect((await seenOf(proof, new FakeCommands().set('discrete', 3, 0))).isProven).toBe(false);
    expect((await seenOf({ ...proof, target: 0, place: { ...proof.place, count: 0 } }, new FakeCommands())).isProven).toBe(false);
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
  });

  it('is contradicted by the other end switch, and by one that does not answer', async () => {
    const contrary = { place: { space: 'discrete', address: 1, count: 1 }, target: 1 } as const;
    const shown = (other?: number) => {
      const commands = new FakeCommands().set('holding', 10, 20);
      return other === undefined ? commands : commands.set('discrete', 1, other);
    };
    expect((await seenOf({ contrary }, shown(0))).isProven).toBe(true);
    expect((await seenOf({ contrary }, shown(1))).isProven).toBe(false);
    expect((await seenOf({ contrary }, shown())).isProven).toBe(false);
    const commands = shown(1);
    expect(await seenOf({ contrary }, commands, { 300: () => void commands.set('discrete', 1, 0) })).toMatchObject({
      isProven: true,
      afterMs: 500,
    });
    expect(commands.reads[1]).toEqual({ deviceId: 'plc', place: contrary.place, withinMs: 2000 });
  });

  it('does not ask the other end switch before its own shows', async () => {
    const commands = new FakeCommands().set('holding', 10, 7);
    await seenOf({ contrary: { place: place(11), target: 1 }, timeoutMs: 0 }, commands);
    expect(commands.reads.map(({ place: { address } }) => address)).toEqual([10]);
  });

  it.each([
    ['during its delay', { delayMs: 1000 }],
    ['between two reads', { delayMs: 0 }],
  ])('ends with the reason that aborts it %s', async (_, more) => {
    const stopping = new AbortController();
    const commands = new FakeCommands().set('holding', 10, 7);
    const reading = readBack({ commands, clock: systemClock }, 'plc', { ...numberAt10, ...more }, stopping.signal);
    const failed = expect(reading).rejects.toSatisfy((error: Error) => [error, error.cause].includes(stopping.signal.reason));
    await vi.advanceTimersByTimeAsync(100);
    const before = commands.reads.length;
    stopping.abort(new Error('stopped'));
    await failed;
    expect(commands.reads).toHaveLength(before);
  });

  it.each([
    ['the read', 10],
    ['the read of the other end switch', 11],
  ])('is not answered from %s that was under way when it was aborted', async (_, last) => {
    const stopping = new AbortController();
    const commands = new FakeCommands().set('holding', 10, 20).set('holding', 11, 0);
    const read = commands.read.bind(commands);
    vi.spyOn(commands, 'read').mockImplementation(async (deviceId, at, withinMs) => {
      if (at.address === last) stopping.abort(new Error('stopped'));
      return read(deviceId, at, withinMs);
    });
    const proof = { ...numberAt10, contrary: { place: place(11), target: 1 } };
    await expect(readBack({ commands, clock: systemClock }, 'plc', proof, stopping.signal)).rejects.toThrow('stopped');
    expect(commands.reads.at(-1)?.place.address).toBe(last);
  });
});
