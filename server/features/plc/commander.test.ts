import { describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import type { FieldRead, FieldWrite, ReadResult, WriteResult } from '../../core/field/command.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { silent } from '../../test/httpRig.ts';
import { asha, pointSpec } from '../../test/plcRig.ts';
import type { AuditEntry } from '../audit/index.ts';
import { Commander, type CommanderParts } from './commander.ts';
import type { CommandFrame, CommandRequest } from './commandRequest.ts';
import type { CommandRow, TagValues, WritePoint } from './model.ts';

const START_MS = 1_700_000_000_000;
const pointOf = (more: object = {}, id = 'p'): WritePoint => ({
  ...pointSpec({ scale: 1, ...more }),
  id,
  industryId: 'DEMO',
  version: 1,
});
const frameOf = (more: Partial<CommandFrame> = {}): CommandFrame => ({
  frameId: 'PUMP.SPEED',
  fn: 6,
  address: 10,
  write: { kind: 'writeRegister', address: 10, value: 20 },
  point: pointOf(),
  value: 20,
  refusal: null,
  refuseNow: () => null,
  ...more,
});
const raw = (more: Partial<CommandFrame> = {}): CommandFrame => frameOf({ point: undefined, value: null, ...more });

/** A device whose answers to writes are given, and that keeps what happened around them. */
class Device extends FakeCommands {
  readonly events: string[];
  result: WriteResult = { kind: 'answered' };
  readonly withinMs: number[] = [];
  onRead: () => void = () => undefined;
  onWrite: () => Promise<void> | void = () => undefined;

  constructor(events: string[]) {
    super();
    this.events = events;
  }

  override async read(deviceId: string, place: FieldRead, withinMs: number): Promise<ReadResult> {
    this.events.push(`read ${place.space} ${place.address}`);
    this.onRead();
    return super.read(deviceId, place, withinMs);
  }

  override async write(
    deviceId: string,
    write: FieldWrite,
    withinMs = 0,
    refusal = (): string | null => null,
  ): Promise<WriteResult> {
    await this.onWrite();
    const reason = refusal();
    if (reason !== null) return { kind: 'unsent', reason };
    this.events.push(`write ${deviceId}`);
    this.withinMs.push(withinMs);
    await super.write(deviceId, write);
    return this.result;
  }
}

const rigOf = () => {
  const events: string[] = [];
  const audited: AuditEntry[] = [];
  const rows = new Map<string, CommandRow>();
  const stored: { last: { value: number | null; atMs: number } | undefined } = { last: undefined };
  const tags = new Map<string, NonNullable<ReturnType<TagValues['tag']>>>();
  const simulated = new Set<string>();
  const device = new Device(events);
  const clock = new ManualClock(START_MS);
  const commander = new Commander({
    commands: device,
    writer: {
      run: (work: (tx: unknown) => unknown) => work('run'),
      runReserved: (work: (tx: unknown) => unknown) => work('reserved'),
    },
    journal: {
      add: (tx: string, row: CommandRow) => {
        events.push(`${tx}: add ${row.outcome}`);
        rows.set(row.id, row);
      },
      noteBefore: (tx: string, _: string, value: number | null, hex: string) => void events.push(`${tx}: before ${value} ${hex}`),
      markSent: (tx: string) => void events.push(`${tx}: sent`),
      settle: (tx: string, row: CommandRow) => {
        events.push(`${tx}: settle ${row.outcome}`);
        rows.set(row.id, row);
      },
      lastSent: () => stored.last,
    },
    devices: { tag: (_: string, id: string) => (id === 'level' ? { id, name: id, periodMs: 5000 } : undefined) },
    tags: { tag: (id: string) => tags.get(id) },
    isSimulated: (id: string) => simulated.has(id),
    audit: {
      append: (tx: string, entry: AuditEntry) => {
        events.push(`${tx}: audit`);
        audited.push(entry);
      },
    },
    clock,
    log: silent,
  } as unknown as CommanderParts);
  const run = (frames: CommandFrame[], more: Partial<CommandRequest> = {}) =>
    commander.run(asha, {
      commandId: 'c',
      deviceId: 'plc',
      asset: 'PUMP',
      command: 'SPEED',
      reason: 'night',
      verify: false,
      withinMs: 5000,
      frames,
      ...more,
    });
  return { commander, device, clock, events, audited, rows, stored, tags, simulated, run };
};

describe('the way of a frame', () => {
  it('is on the disk, read, sent, marked and settled with its audit entry, in this order', async () => {
    const { run, device, events, audited, rows } = rigOf();
    device.set('holding', 10, 7);
    const [row] = await run([frameOf()]);
    expect(events).toEqual([
      'run: add null',
      'read holding 10',
      'run: before 7 0007',
      'write plc',
      'reserved: sent',
      'reserved: settle ACCEPTED_UNVERIFIED',
      'reserved: audit',
    ]);
    expect(row).toMatchObject({
      outcome: 'ACCEPTED_UNVERIFIED',
      error: '',
      sent: true,
      undelivered: false,
      oldValue: 7,
      rawBefore: '0007',
      createdAtMs: START_MS,
      settledAtMs: START_MS,
    });
    expect([...rows.values()]).toEqual([row]);
    expect(audited).toMatchObject([{ kind: 'plc.write', outcome: 'done', before: { value: 7, raw: '0007' } }]);
  });

  it('goes on where the old value cannot be read, which is not known then', async () => {
    const { run, events } = rigOf();
    expect(await run([frameOf()])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED', oldValue: null, rawBefore: '' }]);
    expect(events.filter((event) => event.includes('before'))).toEqual([]);
  });

  it('of a raw frame keeps the registers that were there, and no value', async () => {
    const { run, device, audited } = rigOf();
    device.set('holding', 40, 7).set('holding', 41, 8);
    const write: FieldWrite = { kind: 'writeRegisters', address: 40, values: [1, 2] };
    expect(await run([raw({ write })])).toMatchObject([{ oldValue: null, rawBefore: '0007 0008', rawOut: '0001 0002' }]);
    expect(device.reads[0]?.place).toEqual({ space: 'holding', address: 40, count: 2 });
    expect(audited).toMatchObject([{ kind: 'plc.rawWrite' }]);
  });

  it.each([
    [5000, 1000],
    [1000, 1000],
    [400, 400],
    [0.5, 1],
  ])('with %d ms left has %d ms for its old value, and all of them to leave', async (withinMs, readWithinMs) => {
    const { run, device } = rigOf();
    await run([frameOf()], { withinMs });
    expect(device.reads.map((read) => read.withinMs)).toEqual([readWithinMs]);
    expect(device.withinMs).toEqual([withinMs]);
  });

  it('has less time to leave by what reading took', async () => {
    const { run, device, clock } = rigOf();
    device.onRead = () => clock.advance(700);
    const [row] = await run([frameOf()], { withinMs: 2000 });
    expect(device.withinMs).toEqual([1300]);
    expect(row).toMatchObject({ createdAtMs: START_MS, settledAtMs: START_MS + 700 });
  });
});

describe('a deadline', () => {
  it('that has passed before its turn leaves nothing but a row with its audit entry', async () => {
    const { run, device, events } = rigOf();
    expect(await run([frameOf()], { withinMs: 0 })).toMatchObject([
      { outcome: 'REFUSED', sent: false, undelivered: true, error: 'not sent: its deadline has passed', settledAtMs: START_MS },
    ]);
    expect(events).toEqual(['run: add REFUSED', 'run: audit']);
    expect(device.writes).toEqual([]);
  });

  it.each([
    [999, 1],
    [1000, 0],
    [1001, 0],
  ])('of 1000 ms that ends while the old value is read for %d ms lets %d frames leave', async (readMs, frames) => {
    const { run, device, clock } = rigOf();
    device.onRead = () => clock.advance(readMs);
    const [row] = await run([frameOf()], { withinMs: 1000 });
    expect(device.writes).toHaveLength(frames);
    if (frames === 0)
      expect(row).toMatchObject({ outcome: 'REFUSED', undelivered: true, error: 'not sent: its deadline has passed' });
  });

  it('is that of the command, not of each of its frames', async () => {
    const { run, device, clock } = rigOf();
    device.onWrite = () => clock.advance(600);
    const rows = await run([frameOf(), frameOf({ point: pointOf({}, 'q') }), frameOf({ point: pointOf({}, 'r') })], {
      withinMs: 1000,
    });
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ACCEPTED_UNVERIFIED', 'ACCEPTED_UNVERIFIED', 'REFUSED']);
    expect(rows.map(({ createdAtMs }) => createdAtMs - START_MS)).toEqual([0, 600, 1200]);
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2]);
  });
});

describe('what the device makes of a frame', () => {
  it.each<[WriteResult, object, sent: boolean]>([
    [
      { kind: 'unsent', reason: 'no line' },
      { outcome: 'REFUSED', sent: false, undelivered: true, error: 'not sent: no line' },
      false,
    ],
    [
      { kind: 'refused', exception: 4, reason: 'device failure' },
      { outcome: 'REFUSED', sent: true, undelivered: false, exception: 4, error: 'device failure' },
      false,
    ],
    [{ kind: 'unknown', reason: 'no answer' }, { outcome: 'UNKNOWN', sent: true, exception: null, error: 'no answer' }, true],
    [{ kind: 'answered' }, { outcome: 'ACCEPTED_UNVERIFIED', sent: true, exception: null, error: '' }, true],
  ])('%j', async (result, row, isMarked) => {
    const { run, device, events, audited } = rigOf();
    device.result = result;
    expect(await run([frameOf({ point: pointOf({ kind: 'command' }) })])).toMatchObject([row]);
    expect(events.includes('reserved: sent')).toBe(isMarked);
    expect(audited).toHaveLength(1);
  });

  it.each<[kind: WriteResult['kind'], isTooSoon: boolean]>([
    ['unsent', false],
    ['refused', true],
    ['unknown', true],
    ['answered', true],
  ])('%s makes the next write to its point too soon: %s', async (kind, isTooSoon) => {
    const { run, device, clock } = rigOf();
    const frame = frameOf({ point: pointOf({ kind: 'command', minIntervalMs: 1000 }) });
    device.result = { kind, reason: '', exception: 1 } as WriteResult;
    await run([frame]);
    clock.advance(999);
    device.result = { kind: 'answered' };
    const [next] = await run([frame]);
    expect(next?.error).toBe(isTooSoon ? 'written 999 ms ago; at most once in 1000 ms' : '');
    clock.advance(1000);
    expect(await run([frame])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
  });

  it.each<[kind: WriteResult['kind'], isTooSoon: boolean]>([
    ['unsent', false],
    ['refused', true],
    ['unknown', true],
    ['answered', true],
  ])('%s makes the next raw write to its device too soon: %s', async (kind, isTooSoon) => {
    const { run, device, clock } = rigOf();
    device.result = { kind, reason: '', exception: 1 } as WriteResult;
    await run([raw()]);
    clock.advance(999);
    device.result = { kind: 'answered' };
    expect(await run([frameOf()])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
    expect((await run([raw()], { deviceId: 'other' }))[0]?.error).toBe('');
    const [next] = await run([raw()]);
    expect(next?.error).toBe(isTooSoon ? 'written raw 999 ms ago; at most once in 1000 ms' : '');
  });

  it('counts its interval from when it left, not from when its answer came', async () => {
    const { run, device, clock } = rigOf();
    const frame = frameOf({ point: pointOf({ minIntervalMs: 1000 }) });
    device.onRead = () => clock.advance(300);
    device.onWrite = () => clock.advance(400);
    await run([frame]);
    device.onRead = () => undefined;
    clock.advance(599);
    expect((await run([frame]))[0]?.error).toBe('written 999 ms ago; at most once in 1000 ms');
    clock.advance(1);
    expect((await run([frame]))[0]?.error).toBe('');
  });
});

describe('whether its effect is looked for', () => {
  const verify = {
    place: { space: 'input', address: 20, type: 'uint16', scale: 1 },
    within: 0,
    delayMs: 0,
    pollMs: 50,
    timeoutMs: 0,
  };
  const lost: WriteResult = { kind: 'unknown', reason: 'no answer' };

  it.each<[string, { verify: boolean; result?: WriteResult; shown?: number; point?: object }, object, places: string[]]>([
    ['not where nobody asks', { verify: false, shown: 20, point: { verify } }, { outcome: 'ACCEPTED_UNVERIFIED' }, []],
    [
      'where it is asked for',
      { verify: true, shown: 20, point: { verify } },
      { outcome: 'CONFIRMED', rawBack: '0014', error: '' },
      ['input 20'],
    ],
    [
      'and shows another value',
      { verify: true, shown: 9, point: { verify } },
      { outcome: 'ACCEPTED_UNVERIFIED', rawBack: '0009', error: 'the feedback shows 0009' },
      ['input 20'],
    ],
    [
      'and shows nothing',
      { verify: true, point: { verify } },
      { outcome: 'ACCEPTED_UNVERIFIED', rawBack: '', error: 'nothing could be read back' },
      ['input 20'],
    ],
    ['not where nothing shows it', { verify: true, shown: 20 }, { outcome: 'ACCEPTED_UNVERIFIED', error: '' }, []],
    [
      'whoever asks, where its answer was lost',
      { verify: false, result: lost, shown: 20, point: { verify } },
      { outcome: 'CONFIRMED' },
      ['input 20'],
    ],
    [
      'on its own register where its answer was lost and it has no feedback',
      { verify: false, result: lost },
      { outcome: 'CONFIRMED', rawBack: '0014' },
      ['holding 10'],
    ],
    [
      'and contradicts it, where its answer was lost',
      { verify: true, result: lost, shown: 9, point: { verify } },
      { outcome: 'UNKNOWN', error: 'the feedback shows 0009' },
      ['input 20'],
    ],
    [
      'not of a pulse whose answer was lost',
      { verify: true, result: lost, point: { kind: 'command' } },
      { outcome: 'UNKNOWN', error: 'no answer' },
      [],
    ],
  ])('%s', async (_, { verify: isAsked, result, shown, point }, row, places) => {
    const { run, device, events } = rigOf();
    if (result) device.result = result;
    if (shown !== undefined) device.set('input', 20, shown);
    device.onWrite = () => void device.set('holding', 10, 20);
    expect(await run([frameOf({ point: pointOf(point) })], { verify: isAsked })).toMatchObject([row]);
    expect(events.slice(events.indexOf('write plc')).filter((event) => event.startsWith('read '))).toEqual(
      places.map((place) => `read ${place}`),
    );
  });

  it('never of a raw frame', async () => {
    const { run, device } = rigOf();
    device.result = lost;
    expect(await run([raw()], { verify: true })).toMatchObject([{ outcome: 'UNKNOWN', error: 'no answer' }]);
    expect(device.reads).toHaveLength(1);
  });

  const slow = { ...verify, delayMs: 60_000, timeoutMs: 60_000 };
  it('until a newer command to the same point has it decided otherwise', async () => {
    const { run, device } = rigOf();
    const frame = frameOf({ point: pointOf({ verify: slow }) });
    const first = run([frame], { verify: true });
    await expect.poll(() => device.writes.length).toBe(1);
    await run([frameOf({ point: pointOf({}, 'other') })]);
    await run([frame]);
    expect(await first).toMatchObject([
      { outcome: 'ACCEPTED_UNVERIFIED', error: 'a newer command followed before its effect showed' },
    ]);
    expect(device.writes).toHaveLength(3);
  });

  it('until the server stops, which waits for its row', async () => {
    const { run, device, commander, events } = rigOf();
    const written = run([frameOf({ point: pointOf({ verify: slow }) })], { verify: true });
    await expect.poll(() => device.writes.length).toBe(1);
    await commander.stop();
    expect(events.at(-1)).toBe('reserved: audit');
    expect(await written).toMatchObject([
      { outcome: 'ACCEPTED_UNVERIFIED', error: 'the server stopped before its effect showed' },
    ]);
  });

  it('and a fault on the way to it is not taken for an outcome', async () => {
    const { run, device } = rigOf();
    device.set('input', 20, 20);
    const decode = vi.spyOn(device, 'decode').mockImplementation(() => {
      throw new Error('broken');
    });
    await expect(run([frameOf({ point: pointOf({ verify }) })], { verify: true })).rejects.toThrow('broken');
    expect(decode).toHaveBeenCalledOnce();
  });
});

describe('frames', () => {
  it.each(['unsent', 'refused', 'unknown'] as const)(
    'after one that is %s are not sent, and name the first of these',
    async (kind) => {
      const { run, device } = rigOf();
      device.result = { kind, reason: 'why', exception: 2 } as WriteResult;
      const frames = ['A.1', 'A.2', 'A.3'].map((frameId) => frameOf({ frameId, point: pointOf({ kind: 'command' }, frameId) }));
      const rows = await run(frames);
      expect(rows.slice(1)).toMatchObject([
        { outcome: 'REFUSED', undelivered: true, error: 'not sent: A.1 before it was not carried out' },
        { outcome: 'REFUSED', undelivered: true, error: 'not sent: A.1 before it was not carried out' },
      ]);
      expect(device.reads).toHaveLength(1);
    },
  );

  it('that no rule allows are refused for their own reason, also after another that was, and after the deadline', async () => {
    const { run } = rigOf();
    const frames = ['first', 'second'].map((refusal) => frameOf({ refusal }));
    const refused = { outcome: 'REFUSED', undelivered: false, sent: false };
    expect(await run(frames)).toMatchObject([
      { ...refused, error: 'first' },
      { ...refused, error: 'second' },
    ]);
    expect(await run(frames.slice(0, 1), { withinMs: 0 })).toMatchObject([{ ...refused, error: 'first' }]);
  });

  it('to one device leave one after the other, to others beside them, and one that fails holds up none', async () => {
    const { run, device, events } = rigOf();
    let release: () => void = () => undefined;
    const held = new Promise<void>((_, failed) => {
      release = () => failed(new Error('broken'));
    });
    device.onWrite = () => held;
    const first = run([frameOf()]);
    await expect.poll(() => device.reads.length).toBe(1);
    device.onWrite = () => undefined;
    const second = run([frameOf({ point: pointOf({}, 'q') })]);
    await run([frameOf({ point: pointOf({}, 'r') })], { deviceId: 'other' });
    expect(events.filter((event) => event.startsWith('write'))).toEqual(['write other']);
    release();
    await expect(first).rejects.toThrow('broken');
    expect(await second).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
  });
});

describe('a frame is refused', () => {
  const refusalOf = async (rig: ReturnType<typeof rigOf>, frame: CommandFrame): Promise<string> => {
    const [row] = await rig.run([frame]);
    if (row?.outcome !== 'REFUSED') return `${row?.outcome}`;
    expect([row.sent, row.undelivered]).toEqual([false, row.error.startsWith('not sent')]);
    return row.error;
  };

  it('while the site is read-only, whatever else holds', async () => {
    const rig = rigOf();
    rig.device.isReadOnly = true;
    expect(await refusalOf(rig, frameOf({ refuseNow: () => 'lost' }))).toBe('the site is read-only');
    expect(await refusalOf(rig, raw())).toBe('the site is read-only');
    expect(rig.device.reads).toEqual([]);
  });

  it('where what allowed it was taken back, or its registers hold no value of its point, or a wrong one', async () => {
    const rig = rigOf();
    expect(await refusalOf(rig, frameOf({ refuseNow: () => 'lost' }))).toBe('lost');
    expect(await refusalOf(rig, raw({ refuseNow: () => 'lost' }))).toBe('lost');
    expect(await refusalOf(rig, frameOf({ value: null }))).toBe('the registers hold no value of this point');
    expect(await refusalOf(rig, frameOf({ value: 51 }))).toBe('51 is outside 0 to 50');
    expect(rig.device.reads).toEqual([]);
  });

  it('where what allowed it is taken back as it leaves', async () => {
    const rig = rigOf();
    let isLost = false;
    rig.device.onWrite = () => {
      isLost = true;
    };
    const refuseNow = () => (isLost ? 'lost' : null);
    expect(await refusalOf(rig, frameOf({ refuseNow }))).toBe('not sent: lost');
    expect(rig.device.writes).toEqual([]);
  });

  const interlock = { tagId: 'level', is: 'above', value: 40, text: 'level' } as const;
  const level = (more: object = {}) => ({ deviceId: 'plc', value: 50, quality: 'GOOD', lastGoodAtMs: START_MS, ...more });
  const guarded = frameOf({ point: pointOf({ interlocks: [interlock] }) });

  it('where an interlock does not hold, now or as it leaves, but a raw frame has none', async () => {
    const rig = rigOf();
    expect(await refusalOf(rig, guarded)).toBe('level: its value is not known');
    rig.tags.set('level', level({ value: 30 }));
    expect(await refusalOf(rig, guarded)).toBe('level: it is 30, and must be above 40');
    expect(await refusalOf(rig, raw())).toBe('ACCEPTED_UNVERIFIED');
    rig.tags.set('level', level());
    expect(await refusalOf(rig, guarded)).toBe('ACCEPTED_UNVERIFIED');
    rig.device.onWrite = () => void rig.tags.set('level', level({ value: 40 }));
    expect(await refusalOf(rig, guarded)).toBe('not sent: level: it is 40, and must be above 40');
  });

  it('where the second of its interlocks does not hold, or is of a tag that is gone', async () => {
    const rig = rigOf();
    rig.tags.set('level', level()).set('gone', level());
    const two = (second: object) => frameOf({ point: pointOf({ interlocks: [interlock, { ...interlock, ...second }] }) });
    expect(await refusalOf(rig, two({ value: 60, text: 'flow' }))).toBe('flow: it is 50, and must be above 60');
    expect(await refusalOf(rig, two({ tagId: 'gone', text: 'flow' }))).toBe('flow: its value is not known');
  });

  it('where its interlock is of a simulated device, unless it is simulated itself', async () => {
    const rig = rigOf();
    rig.tags.set('level', level({ deviceId: 'twin' }));
    rig.simulated.add('twin');
    expect(await refusalOf(rig, guarded)).toBe('level: its value is simulated');
    rig.simulated.add('plc');
    expect(await refusalOf(rig, guarded)).toBe('ACCEPTED_UNVERIFIED');
  });

  it.each<[string, atMs: number, runMs: number, refusal: string]>([
    ['60 s before', START_MS - 60_000, 0, 'ACCEPTED_UNVERIFIED'],
    ['59 s before', START_MS - 59_000, 0, 'written 59000 ms ago; at most once in 60000 ms'],
    ['by a clock that was set back since', START_MS + 3_600_000, 59_000, 'written 59000 ms ago; at most once in 60000 ms'],
    ['by a clock that was set back since', START_MS + 3_600_000, 60_000, 'ACCEPTED_UNVERIFIED'],
    ['at this very time', START_MS, 0, 'written 0 ms ago; at most once in 60000 ms'],
  ])('too soon after one of the run before that left %s (%d, now after %d ms of this run)', async (_, atMs, runMs, refusal) => {
    const rig = rigOf();
    rig.stored.last = { value: 20, atMs };
    rig.clock.advance(runMs);
    expect(await refusalOf(rig, frameOf({ point: pointOf({ minIntervalMs: 60_000 }) }))).toBe(refusal);
  });

  it('where it changes faster than its point may, counted from the value that was sent last', async () => {
    const rig = rigOf();
    const frame = (value: number) => frameOf({ value, point: pointOf({ maxRatePerMinute: 6 }) });
    rig.stored.last = { value: 49, atMs: START_MS };
    expect(await refusalOf(rig, frame(20))).toBe('a change of 29 in 0 s; at most 6 a minute');
    rig.stored.last = { value: 20, atMs: START_MS };
    expect(await refusalOf(rig, frame(20))).toBe('ACCEPTED_UNVERIFIED');
    // what this run sent counts, not what the journal has
    rig.stored.last = { value: 49, atMs: START_MS };
    rig.clock.advance(60_000);
    expect(await refusalOf(rig, frame(26.5))).toBe('a change of 6.5 in 60 s; at most 6 a minute');
    expect(await refusalOf(rig, frame(26))).toBe('ACCEPTED_UNVERIFIED');
  });
});
