import { describe, expect, it } from 'vitest';
import type { WriteResult } from '../../core/field/command.ts';
import { frameOf, pointOf, raw, rigOf, START_MS } from '../../test/commanderRig.ts';
import type { CommandFrame } from './commandRequest.ts';

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
      // after a refusal its registers are looked at once more, and again where they do not answer
      expect(device.reads).toHaveLength(kind === 'refused' ? 3 : 1);
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

  it('where its device was given another unit id or line while it waited for its turn or for its old value', async () => {
    const rig = rigOf();
    rig.device.onRead = () => {
      rig.device.slaveId = 6;
    };
    expect(await refusalOf(rig, frameOf())).toBe('not sent: the device was changed meanwhile');
    rig.device.onRead = () => {
      rig.device.host = 'other.local';
    };
    expect(await refusalOf(rig, frameOf())).toBe('not sent: the device was changed meanwhile');
    rig.device.onRead = () => undefined;
    rig.device.slaveId = 5;
    rig.device.onWrite = () => {
      rig.device.slaveId = 6;
    };
    const first = rig.run([frameOf()]);
    const second = refusalOf(rig, raw());
    await first;
    rig.device.onWrite = () => undefined;
    expect(await second).toBe('not sent: the device was changed meanwhile');
    expect(rig.device.writes).toEqual([]);
  });

  it('by the interval of its point from the moment at which the one before it left, however long that had waited', async () => {
    const rig = rigOf();
    const frame = frameOf({ point: pointOf({ minIntervalMs: 20_000 }) });
    // the line comes back after half a minute
    rig.device.onWrite = () => rig.clock.advance(30_000);
    const first = rig.run([frame], { withinMs: 60_000 });
    const second = rig.run([frame], { withinMs: 60_000 });
    expect(await first).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
    expect(await second).toMatchObject([{ outcome: 'REFUSED', error: 'written 0 ms ago; at most once in 20000 ms' }]);
    expect(rig.device.writes).toHaveLength(1);
  });

  it('after its deadline by the time of day too, which goes on while the machine sleeps', async () => {
    const rig = rigOf();
    rig.device.onWrite = () => rig.clock.stepWall(3_600_000);
    expect(await refusalOf(rig, frameOf())).toBe('not sent: its deadline has passed');
    expect(await refusalOf(rig, raw())).toBe('not sent: its deadline has passed');
    expect(rig.device.writes).toEqual([]);
    rig.device.onWrite = () => rig.clock.stepWall(-3_600_000);
    expect(await refusalOf(rig, frameOf())).toBe('ACCEPTED_UNVERIFIED');
  });

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
    rig.stored.last = { value: 20, rawOut: '0014', atMs };
    rig.clock.advance(runMs);
    expect(await refusalOf(rig, frameOf({ point: pointOf({ minIntervalMs: 60_000 }) }))).toBe(refusal);
  });

  it('where it changes faster than its point may, counted from the value that was sent last', async () => {
    const rig = rigOf();
    const frame = (value: number) => frameOf({ value, point: pointOf({ maxRatePerMinute: 6 }) });
    rig.stored.last = { value: 49, rawOut: '0031', atMs: START_MS };
    expect(await refusalOf(rig, frame(20))).toBe('a change of 29 in 0 s; at most 6 a minute');
    rig.stored.last = { value: 20, rawOut: '0014', atMs: START_MS };
    expect(await refusalOf(rig, frame(20))).toBe('ACCEPTED_UNVERIFIED');
    // what this run sent counts, not what the journal has
    rig.stored.last = { value: 49, rawOut: '0031', atMs: START_MS };
    rig.clock.advance(60_000);
    expect(await refusalOf(rig, frame(26.5))).toBe('a change of 6.5 in 60 s; at most 6 a minute');
    expect(await refusalOf(rig, frame(26))).toBe('ACCEPTED_UNVERIFIED');
  });
});
