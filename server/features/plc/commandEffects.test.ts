import { describe, expect, it, vi } from 'vitest';
import type { WriteResult } from '../../core/field/command.ts';
import { frameOf, pointOf, raw, rigOf } from '../../test/commanderRig.ts';
import type { CommandFrame } from './commandRequest.ts';

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
      ['input 20', 'input 20', 'input 20'],
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
    device.set('holding', 10, 0);
    if (result) device.result = result;
    if (shown !== undefined) device.set('input', 20, 0);
    device.onSent = () => {
      device.set('holding', 10, 20);
      if (shown !== undefined) device.set('input', 20, shown);
    };
    expect(await run([frameOf({ point: pointOf(point) })], { verify: isAsked })).toMatchObject([row]);
    expect(events.slice(events.indexOf('write plc')).filter((event) => event.startsWith('read '))).toEqual(
      places.map((place) => `read ${place}`),
    );
  });

  it.each<[string, object, holding: number]>([
    ['its own register', {}, 20],
    ['its feedback', { verify }, 0],
  ])('%s proves nothing of a lost answer where it showed the same before', async (_, settings, holding) => {
    const { run, device } = rigOf();
    device.set('holding', 10, holding).set('input', 20, 20);
    // a gateway may have dropped this frame, and an earlier one that it put off may still come
    device.result = { kind: 'unknown', reason: 'Modbus exception 11' };
    const point = pointOf(settings);
    const error = 'what it shows, 0014, was there before it was sent';
    expect(await run([frameOf({ point })], { verify: true })).toMatchObject([{ outcome: 'UNKNOWN', rawBack: '0014', error }]);
  });

  it.each<[string, object, before: [space: 'holding' | 'input', value: number][]]>([
    ['its own register was not read', {}, []],
    ['its own register was not read, and its feedback shows it', { verify }, [['input', 0]]],
    ['its feedback was not read', { verify }, [['holding', 0]]],
    [
      'it was within the tolerance of its feedback on its own register',
      { verify: { ...verify, within: 1, place: { ...verify.place, space: 'holding', address: 10 } } },
      [['holding', 19]],
    ],
  ])('nothing proves a lost answer where %s before', async (_, settings, before) => {
    const { run, device } = rigOf();
    device.result = lost;
    for (const [space, value] of before) device.set(space, space === 'input' ? 20 : 10, value);
    // another master, or whoever stands beside it, may have done it
    device.onSent = () => void device.set('holding', 10, 20).set('input', 20, 20);
    const [row] = await run([frameOf({ point: pointOf(settings) })], { verify: true });
    expect(row).toMatchObject({ outcome: 'UNKNOWN', rawBack: '0014', error: expect.stringMatching(/before/) });
  });

  it.each<[string, seen: [open: number, closed?: number], outcome: string]>([
    ['that was on the other one', [0, 1], 'CONFIRMED'],
    ['whose other one was not read', [1], 'UNKNOWN'],
    ['that was there', [1, 0], 'UNKNOWN'],
    ['that had both on', [1, 1], 'CONFIRMED'],
  ])('an end switch proves a lost answer of a valve %s: %s before is %s', async (_, [open, closed], outcome) => {
    const { run, device } = rigOf();
    device.result = lost;
    const side = (address: number) => ({ space: 'discrete', address, on: true });
    const valve = { openValue: 20, closeValue: 0, openFeedback: side(1), closedFeedback: side(2), travelMs: 0 };
    device.set('holding', 10, 0).set('discrete', 1, open);
    if (closed !== undefined) device.set('discrete', 2, closed);
    device.onSent = () => void device.set('discrete', 1, 1).set('discrete', 2, 0);
    expect(await run([frameOf({ point: pointOf({ valve }) })], { verify: true })).toMatchObject([{ outcome, rawBack: '0001' }]);
  });

  it('what shows may be the doing of an earlier frame that nobody knows the end of, for a minute', async () => {
    const { run, device, clock } = rigOf();
    const lose = async (shown: number) => {
      device.set('holding', 10, 0);
      device.result = { kind: 'unknown', reason: 'no answer' };
      device.onSent = () => void device.set('holding', 10, shown);
      const [row] = await run([frameOf()]);
      return { outcome: row?.outcome, error: row?.error };
    };
    expect(await lose(20)).toEqual({ outcome: 'CONFIRMED', error: '' });
    const frame = frameOf({
      fn: 16,
      write: { kind: 'writeRegisters', address: 9, values: [1, 2] },
      point: undefined,
      value: null,
    });
    expect(await run([frame])).toMatchObject([{ outcome: 'UNKNOWN' }]);
    const error = 'it shows 0014, which may be of before or of an earlier command';
    expect(await lose(20)).toEqual({ outcome: 'UNKNOWN', error });
    clock.advance(60_000);
    expect(await lose(20)).toEqual({ outcome: 'CONFIRMED', error: '' });
  });

  it('what showed before is a proof where the device says that it took the frame', async () => {
    const { run, device } = rigOf();
    device.set('holding', 10, 20).set('input', 20, 20);
    expect(await run([frameOf({ point: pointOf({ verify }) })], { verify: true })).toMatchObject([{ outcome: 'CONFIRMED' }]);
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

  it.each<[string, CommandFrame]>([
    [
      'through another point',
      frameOf({
        fn: 16,
        write: { kind: 'writeRegisters', address: 9, values: [1, 2] },
        point: pointOf({ fn: 16, address: 9 }, 'q'),
      }),
    ],
    ['raw', raw()],
    ['raw, to what shows its effect', raw({ address: 20, write: { kind: 'writeRegister', address: 20, value: 1 } })],
  ])('until a newer command to its registers %s has it decided otherwise', async (_, newer) => {
    const { run, device } = rigOf();
    const shown = { ...slow, place: { ...slow.place, space: 'holding' } };
    const first = run([frameOf({ point: pointOf({ verify: shown }) })], { verify: true });
    await expect.poll(() => device.writes.length).toBe(1);
    await run([raw({ address: 21, write: { kind: 'writeRegister', address: 21, value: 1 } })], { deviceId: 'elsewhere' });
    await run([newer]);
    expect(await first).toMatchObject([{ error: 'a newer command followed before its effect showed' }]);
  });

  it('also where a newer command to the same point was refused before it left', async () => {
    const { run, device } = rigOf();
    const point = pointOf({ verify: { ...verify, delayMs: 1000, timeoutMs: 60_000 } });
    const first = run([frameOf({ point })], { verify: true });
    await expect.poll(() => device.writes.length).toBe(1);
    let isLost = false;
    device.onWrite = () => {
      isLost = true;
    };
    const refuseNow = () => (isLost ? 'lost' : null);
    expect(await run([frameOf({ point, refuseNow })])).toMatchObject([{ outcome: 'REFUSED', undelivered: true }]);
    device.set('input', 20, 20);
    expect(await first).toMatchObject([{ outcome: 'CONFIRMED' }]);
    expect(device.writes).toHaveLength(1);
  });

  it('until the server stops, which leaves its row open for the next start', async () => {
    const { run, device, commander, events, rows } = rigOf();
    const written = run([frameOf({ point: pointOf({ verify: slow }) })], { verify: true });
    await expect.poll(() => device.writes.length).toBe(1);
    await commander.stop();
    expect(events.at(-1)).toBe('reserved: sent');
    expect([...rows.values()]).toMatchObject([{ outcome: null }]);
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

describe('a device that is moved while its frame is on the way', () => {
  const elsewhere = (rig: ReturnType<typeof rigOf>): void => {
    rig.device.onSent = () => {
      rig.device.host = 'other.local';
      // what has the place now holds what was wanted, and no line through it took the frame
      rig.device.set('holding', 10, 20);
    };
  };

  it.each([
    ['was answered', { kind: 'answered' }, 'ACCEPTED_UNVERIFIED'],
    ['was not answered', { kind: 'unknown', reason: 'no answer in time' }, 'UNKNOWN'],
  ] as const)('confirms nothing by what another one shows where it %s', async (_, result, outcome) => {
    const rig = rigOf();
    rig.device.set('holding', 10, 5);
    rig.device.result = result;
    elsewhere(rig);
    const point = pointOf({ verify: { place: { space: 'holding', address: 10, type: 'uint16' }, pollMs: 50, timeoutMs: 100 } });
    expect(await rig.run([frameOf({ point })], { verify: true })).toMatchObject([
      { outcome, rawBack: '', error: 'the device was changed meanwhile' },
    ]);
  });

  it('has no outcome by what another one shows where it was refused', async () => {
    const rig = rigOf();
    rig.device.set('holding', 10, 5);
    rig.device.result = { kind: 'refused', exception: 4, reason: 'Modbus exception 4' };
    elsewhere(rig);
    expect(await rig.run([frameOf()], { verify: true })).toMatchObject([{ outcome: 'REFUSED', exception: 4 }]);
  });
});
