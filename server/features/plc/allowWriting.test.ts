import { describe, expect, it, vi } from 'vitest';
import { frame, pointSpec } from '../../test/plcRig.ts';
import { ask, confirmed, plant, start, stopAfterEach, write } from '../../test/servedPlc.ts';

stopAfterEach();

describe('the site’s read-only switch', () => {
  it('is turned over HTTP, shown with the points, and refuses while it is on', async () => {
    await start();
    plant.plc.points.add('DEMO', pointSpec());
    expect(await ask('PUT', '/api/plant/read-only', { readOnly: true })).toMatchObject({ answer: { readOnly: true } });
    expect(await ask('GET', '/api/plant/write-points')).toMatchObject({
      answer: { readOnly: true, points: [{ name: 'Pump speed' }] },
    });
    expect(await write([frame()])).toMatchObject({ answer: { status: 'failed', frames: [{ error: 'the site is read-only' }] } });
    expect(plant.device.writes.bytes).toBe(0);
    await ask('PUT', '/api/plant/read-only', { readOnly: false });
    expect(await write([frame()])).toMatchObject({ answer: { status: 'unverified', code: 'ACCEPTED_UNVERIFIED' } });
  });
});

it('what is changed holds after a restart', async () => {
  await start();
  const changes = [
    await ask('PUT', '/api/plant/read-only', { readOnly: true }),
    await ask('POST', '/api/plant/write-points', pointSpec()),
  ];
  expect(changes.map(({ status }) => status)).toEqual([200, 201]);
  await plant.halt();
  await plant.run();
  expect([plant.plc.readOnly.isOn, plant.plc.points.list('DEMO').length]).toEqual([true, 1]);
});

it('writing is allowed again only with the password, and forbidden at once without it', async () => {
  await start();
  confirmed.refuses = true;
  expect((await ask('PUT', '/api/plant/read-only', { readOnly: true })).status).toBe(200);
  expect((await ask('PUT', '/api/plant/read-only', { readOnly: false })).status).not.toBe(200);
  expect(plant.plc.readOnly.isOn).toBe(true);
  confirmed.refuses = false;
  expect((await ask('PUT', '/api/plant/read-only', { readOnly: false })).status).toBe(200);
  expect(plant.plc.readOnly.isOn).toBe(false);
});

it('is forbidden at once, also where its audit entry cannot be stored', async () => {
  await start();
  vi.spyOn(plant.plc.readOnly, 'turn').mockImplementation(() => {
    throw new Error('disk full');
  });
  expect((await ask('PUT', '/api/plant/read-only', { readOnly: true })).status).toBe(500);
  expect(plant.plc.readOnly.isOn).toBe(true);
});
