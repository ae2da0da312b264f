import { describe, expect, it } from 'vitest';
import { asha, frame, type PlcRig, pointSpec, valveSpec } from '../../test/plcRig.ts';
import { start } from '../../test/startedPlc.ts';

const everything = {
  industryId: 'DEMO',
  beforeMs: Number.MAX_SAFE_INTEGER,
  pointId: null,
  deviceId: null,
  outcome: null,
  limit: 9,
};

const rows = (rig: PlcRig) => rig.plc.journal.list(everything).map(({ outcome, sent, error }) => ({ outcome, sent, error }));

const settled = async (rig: PlcRig) => {
  await expect.poll(() => rows(rig).every(({ outcome }) => outcome !== null), { timeout: 60_000 }).toBe(true);
  return rows(rig);
};

describe('a command whose effect is awaited while the server stops', () => {
  it('is confirmed by what shows after the next start, without being sent again', async () => {
    const rig = await start();
    const valve = { openFeedback: { space: 'discrete', address: 0 }, closedFeedback: null, travelMs: 60_000 };
    const { id } = rig.plc.points.add('DEMO', valveSpec({ valve }));
    const moved = rig.plc.service.move(asha, id, 'open', { deadlineMs: 2000 });
    await expect.poll(() => rig.device.writes.frames, { timeout: 60_000 }).toBe(1);
    await rig.halt();
    expect(await moved).toMatchObject({
      outcome: 'ACCEPTED_UNVERIFIED',
      error: 'the server stopped before its effect showed',
    });
    rig.device.set('Is open', 1);
    await rig.run();
    expect(await settled(rig)).toEqual([{ outcome: 'CONFIRMED', sent: true, error: 'settled after a restart' }]);
    expect(rig.device.writes.frames).toBe(1);
    expect(rig.audit.filter(({ kind }) => kind === 'plc.write')).toMatchObject([{ outcome: 'done' }]);
  });

  it('is confirmed too where its answer was still to come', async () => {
    const rig = await start({ timeoutMs: 30_000 });
    rig.plc.points.add('DEMO', pointSpec({ verify: null }));
    rig.device.inject({ kind: 'slow', delayMs: 800 });
    const written = rig.write([frame()]);
    await expect.poll(() => rig.device.writes.frames, { timeout: 60_000 }).toBe(1);
    await rig.halt();
    expect(await written).toMatchObject([{ outcome: 'UNKNOWN', error: 'the server stopped before its effect showed' }]);
    rig.device.inject({ kind: 'slow', delayMs: 0 });
    await rig.run();
    expect(await settled(rig)).toEqual([{ outcome: 'CONFIRMED', sent: true, error: 'settled after a restart' }]);
    expect(rig.device.writes.frames).toBe(1);
  });

  it('leaves the frames that follow it unsent, and says why', async () => {
    const rig = await start();
    const place = { space: 'holding', address: 10, type: 'uint16', scale: 0.1 };
    rig.plc.points.add('DEMO', pointSpec({ verify: { place, delayMs: 30_000 } }));
    const on = frame({ frameId: 'PUMP.ON', values: [400] });
    const written = rig.write([on, frame({ frameId: 'PUMP.OFF', values: [0] })], { deadlineMs: 60_000 });
    await expect.poll(() => rig.device.writes.frames, { timeout: 60_000 }).toBe(1);
    await rig.halt();
    expect(await written).toMatchObject([
      { outcome: 'ACCEPTED_UNVERIFIED', error: 'the server stopped before its effect showed' },
      { outcome: 'REFUSED', error: 'not sent: the server stopped before its turn' },
    ]);
    expect(rig.device.writes.frames).toBe(1);
  });
});
