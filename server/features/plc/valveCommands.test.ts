import { describe, expect, it } from 'vitest';
import { asha, pointSpec, valveSpec } from '../../test/plcRig.ts';
import { start } from '../../test/startedPlc.ts';
import { worstOf } from './service.ts';
import { stateOf } from './valves.ts';

describe('a valve', () => {
  it('opens and closes, and is confirmed by its end switches within its time of travel', async () => {
    const rig = await start();
    const { id } = rig.plc.points.add('DEMO', valveSpec());
    const stop = rig.followValve();
    expect(await rig.plc.service.move(asha, id, 'open', { deadlineMs: 2000 })).toMatchObject({
      outcome: 'CONFIRMED',
      value: 1,
      oldValue: 0,
    });
    expect(rig.plc.valves.state(id)).toMatchObject({ state: 'open', commanded: 'open', differs: false });
    expect(await rig.plc.service.move(asha, id, 'close', { deadlineMs: 2000 })).toMatchObject({
      outcome: 'CONFIRMED',
      value: 0,
      oldValue: 1,
    });
    stop();
  });

  it('that does not arrive is accepted, not confirmed', async () => {
    const rig = await start();
    const { id } = rig.plc.points.add(
      'DEMO',
      valveSpec({ valve: { openFeedback: { space: 'discrete', address: 0 }, travelMs: 300 } }),
    );
    expect(await rig.plc.service.move(asha, id, 'open', { deadlineMs: 2000 })).toMatchObject({ outcome: 'ACCEPTED_UNVERIFIED' });
  });

  it('that was turned by hand is reported and left as it is', async () => {
    const rig = await start();
    const { id } = rig.plc.points.add(
      'DEMO',
      valveSpec({
        valve: {
          openFeedback: { space: 'discrete', address: 0 },
          closedFeedback: { space: 'discrete', address: 1 },
          travelMs: 200,
        },
      }),
    );
    const stop = rig.followValve(10);
    await rig.plc.service.move(asha, id, 'open', { deadlineMs: 2000 });
    stop();
    await new Promise((done) => setTimeout(done, 300));
    rig.device.set('Valve', 0);
    rig.device.set('Is open', 0);
    rig.device.set('Is closed', 1);
    const [point] = rig.plc.points.list('DEMO');
    if (!point) throw new Error('no point');
    const writes = rig.device.writes.frames;
    expect(await rig.plc.valves.look(point)).toMatchObject({ state: 'closed', commanded: 'open', differs: true });
    expect(rig.faults).toEqual(['right', 'it is closed, and the last command was open']);
    expect(rig.device.writes.frames).toBe(writes);
  });

  it('with both end switches on has a fault', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', valveSpec());
    rig.device.set('Is open', 1);
    const [point] = rig.plc.points.list('DEMO');
    if (!point) throw new Error('no point');
    await rig.plc.valves.look(point);
    await rig.plc.valves.look(point);
    rig.device.set('Is open', 0);
    await rig.plc.valves.look(point);
    expect(rig.faults).toEqual(['both end switches are on', 'right']);
    expect(rig.audit.filter(({ kind }) => kind === 'plc.valveFault')).toMatchObject([
      { industryId: 'DEMO', userId: null, outcome: 'done', subject: 'Inlet valve', after: { text: 'both end switches are on' } },
    ]);
  });

  it('is read again when its line comes back', async () => {
    const rig = await start();
    const { id } = rig.plc.points.add('DEMO', valveSpec());
    await rig.halt();
    await rig.run();
    while (rig.plc.valves.state(id).readAtMs === null) await new Promise((done) => setTimeout(done, 20));
    expect(rig.plc.valves.state(id).state).toBe('closed');
  });

  it.each([
    [true, false, null, 'open'],
    [false, true, null, 'closed'],
    [false, false, null, 'moving'],
    [null, null, true, 'open'],
    [null, null, null, 'unknown'],
    [true, true, null, 'unknown'],
  ] as const)('shows open %s, closed %s, coil %s as %s', (open, closed, coil, state) => {
    expect(stateOf(open, closed, coil).state).toBe(state);
  });
});

describe('a write point', () => {
  it('is refused where it makes no sense, with the place', async () => {
    const rig = await start();
    const add = (more: object) => () => rig.plc.points.add('DEMO', pointSpec(more));
    expect(add({ deviceId: 'other' })).toThrow('device not found');
    expect(add({ interlocks: [{ tagId: 'none', is: 'above', value: 1, text: 't' }] })).toThrow('tag not found');
    expect(add({ max: 100_000 })).toThrow(/does not fit/);
    rig.plc.points.add('DEMO', pointSpec());
    expect(add({})).toThrow(/write point of this address already/);
    expect(() => pointSpec({ min: 10, max: 5 })).toThrow();
    expect(() => pointSpec({ fn: 5, type: 'uint16' })).toThrow();
  });
});

it('a command is unknown when any frame is, and failed when any was refused', () => {
  expect(worstOf(['CONFIRMED', 'ACCEPTED_UNVERIFIED'])).toBe('ACCEPTED_UNVERIFIED');
  expect(worstOf(['CONFIRMED', 'REFUSED'])).toBe('REFUSED');
  expect(worstOf(['REFUSED', 'UNKNOWN'])).toBe('UNKNOWN');
});
