import { describe, expect, it } from 'vitest';
import type { FieldWrite, WriteResult } from '../../core/field/command.ts';
import { frameOf, pointOf, raw, rigOf, START_MS } from '../../test/commanderRig.ts';
import type { CommandFrame } from './commandRequest.ts';

const words = (...values: number[]): FieldWrite => ({ kind: 'writeRegisters', address: 10, values });

describe('the way of a frame', () => {
  it('is known not to have left where the disk was full once its row was there', async () => {
    const { run, device, stored, rows, events } = rigOf();
    device.set('holding', 10, 7);
    stored.isFull = true;
    const refused = { outcome: 'REFUSED', undelivered: true, sent: false, error: expect.stringContaining('the disk is full') };
    expect(await run([frameOf()])).toMatchObject([refused]);
    expect([...rows.values()]).toMatchObject([refused]);
    expect(events).not.toContain('write plc');
  });

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
    device.onSent = () => clock.advance(600);
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

  it.each<[string, frame: CommandFrame, before: number, after: number, outcome: string]>([
    ['though it refused it', frameOf(), 3, 20, 'CONFIRMED'],
    ['though it refused a raw frame', raw(), 3, 20, 'UNKNOWN'],
    ['where it was so before', frameOf(), 20, 20, 'REFUSED'],
    ['where something else shows', frameOf(), 3, 7, 'REFUSED'],
  ])('is what its registers show, %s', async (_, frame, before, after, outcome) => {
    const { run, device } = rigOf();
    device.set('holding', 10, before).result = { kind: 'refused', exception: 4, reason: 'Modbus exception 4' };
    device.onSent = () => void device.set('holding', 10, after);
    expect(await run([frame])).toMatchObject([{ outcome, sent: true, exception: outcome === 'REFUSED' ? 4 : null }]);
    expect(device.writes).toHaveLength(1);
  });

  it('is not known where nothing can be read after a refusal that may have been another’s', async () => {
    const { run, device } = rigOf();
    device.result = { kind: 'refused', exception: 6, reason: 'Modbus exception 6', mayBeAnothers: true };
    device.set('holding', 10, 3).onSent = () => device.words.clear();
    expect(await run([frameOf()])).toMatchObject([
      { outcome: 'UNKNOWN', exception: 6, rawBack: '', error: 'Modbus exception 6' },
    ]);
    device.set('holding', 10, 3).onSent = () => undefined;
    expect(await run([frameOf()])).toMatchObject([{ outcome: 'REFUSED', exception: 6 }]);
    // registers that can never be read say nothing of whose it was
    device.onSent = () => {
      device.read = async () => ({ kind: 'refused', exception: 2, reason: 'Modbus exception 2' });
    };
    expect(await run([frameOf()])).toMatchObject([{ outcome: 'REFUSED', exception: 6 }]);
  });

  it('is its refusal where nothing can be read after it, which is tried twice', async () => {
    const { run, device } = rigOf();
    device.result = { kind: 'refused', exception: 4, reason: 'Modbus exception 4' };
    device.set('holding', 10, 3).onSent = () => device.words.clear();
    expect(await run([frameOf()])).toMatchObject([{ outcome: 'REFUSED', exception: 4 }]);
    expect(device.reads).toHaveLength(3);
    device.set('holding', 10, 3).onSent = () => {
      device.words.clear();
      device.onRead = () => {
        device.onRead = () => void device.set('holding', 10, 20);
      };
    };
    expect(await run([frameOf()])).toMatchObject([{ outcome: 'CONFIRMED' }]);
  });

  it.each([
    ['all of it shows', [1, 2], 'UNKNOWN', '0001 0002'],
    ['a part of it shows', [1, 3], 'REFUSED', ''],
    ['nothing of it shows', [3, 4], 'REFUSED', ''],
  ])(
    'is not known where it was refused, nothing could be read before it, and %s',
    async (_, [high = 0, low = 0], outcome, rawBack) => {
      const { run, device } = rigOf();
      device.result = { kind: 'refused', exception: 4, reason: 'Modbus exception 4' };
      device.onSent = () => void device.set('holding', 10, high).set('holding', 11, low);
      const frame = frameOf({ point: pointOf({ fn: 16, type: 'uint32', max: 1e9 }), fn: 16, write: words(1, 2) });
      expect(await run([frame], { verify: true })).toMatchObject([
        { outcome, sent: true, exception: 4, rawBack, error: 'Modbus exception 4' },
      ]);
    },
  );

  it.each([
    [
      'float32 of a point',
      frameOf({ point: pointOf({ fn: 16, type: 'float32', max: 1e9 }), fn: 16, write: words(0x4248, 0x8f5c), value: 0x4248 }),
    ],
    ['raw registers', raw({ fn: 16, write: words(0x4248, 0x8f5c) })],
  ])('is not known where it was refused after a part of its %s was written', async (_, frame) => {
    const { run, device, clock } = rigOf();
    device.onRead = () => clock.advance(600);
    device.set('holding', 10, 0x41c8).set('holding', 11, 0x147b);
    device.result = { kind: 'refused', exception: 4, reason: 'Modbus exception 4' };
    device.onSent = () => void device.set('holding', 10, 0x4248);
    // the point's value is its first register here, and a half-written value must not pass for it
    device.decode = (_spec, read) => (read[1] === 0x8f5c ? (read[0] ?? null) : null);
    expect(await run([frame])).toMatchObject([{ outcome: 'UNKNOWN', sent: true }]);
  });

  it('of a raw mask is not known where it was refused and its bits are there', async () => {
    const { run, device } = rigOf();
    const mask = raw({ fn: 22, write: { kind: 'maskRegister', address: 10, andMask: 0xfffc, orMask: 2 } });
    device.set('holding', 10, 0x0101);
    device.result = { kind: 'refused', exception: 4, reason: 'Modbus exception 4' };
    device.onSent = () => void device.set('holding', 10, 0x0102);
    expect(await run([mask])).toMatchObject([{ outcome: 'UNKNOWN', sent: true }]);
    // other bits of the register are another's doing
    device.set('holding', 10, 0x0101).onSent = () => void device.set('holding', 10, 0x0201);
    expect(await run([mask], { deviceId: 'other' })).toMatchObject([{ outcome: 'REFUSED', exception: 4 }]);
  });

  it('counts its interval from when it left, not from when its answer came', async () => {
    const { run, device, clock } = rigOf();
    const frame = frameOf({ point: pointOf({ minIntervalMs: 1000 }) });
    device.onRead = () => clock.advance(300);
    device.onSent = () => clock.advance(400);
    await run([frame]);
    device.onRead = () => undefined;
    clock.advance(599);
    expect((await run([frame]))[0]?.error).toBe('written 999 ms ago; at most once in 1000 ms');
    clock.advance(1);
    expect((await run([frame]))[0]?.error).toBe('');
  });
});
