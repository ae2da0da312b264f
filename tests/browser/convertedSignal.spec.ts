import { expect, test } from '@playwright/test';
import { apiOf } from './api.ts';
import { expectAccessible } from './axe.ts';
import { sendElsewhere } from './elsewhere.ts';
import { openSession, signIn } from './plant.ts';
import { owner, setUp, startEmptyServer } from './tasks/emptyServer.ts';

type Made = { id: string };
type Tag = { id: string; measure: string; param: string | null; decode: { scale: number; max: number } };

test('a flow in L/s feeds a unit in m³/h by a factor that is shown first', async ({ page }) => {
  test.setTimeout(180_000);
  const { url, code, meterPort, stop } = await startEmptyServer();
  try {
    await setUp(url, code);
    await signIn(page, await openSession(url, owner));
    await page.goto(`${url}/commissioning`);
    const make = async (path: string, body: object) =>
      ((await sendElsewhere(page, 'POST', `/api/plant/${path}`, body)) as Made).id;
    const connectionId = await make('connections', {
      name: 'Inlet line',
      settings: { kind: 'tcp', host: '127.0.0.1', port: Number(meterPort) },
    });
    const deviceId = await make('devices', { connectionId, name: 'Hand meter', slaveId: 1 });
    const signal = (name: string, kind: string, measure: string, address: number) =>
      make('tags', {
        deviceId,
        name,
        kind,
        measure,
        periodMs: 1000,
        decode: { space: 'holding', address, type: 'float32', wordOrder: 'CDAB', scale: 0.1, max: 500_000 },
      });
    await signal('Total', 'counter', 'm3', 8);
    const rate = await signal('Rate', 'gauge', 'L/s', 0);
    await page.goto(`${url}/commissioning?add=true&step=unit&line=${connectionId}&device=${deviceId}`);
    const feeds = page.getByRole('region', { name: 'Which signals feed it?' });
    await expect(feeds).toContainText('L/s is read as m³/h from then on, times 3.6; one count is 0.36 in place of 0.1');
    await expectAccessible(page, 'a signal that is converted');
    await page.getByLabel('Name of the unit').fill('Inlet');
    await page.getByLabel('Largest flow, counts an hour').fill('100');
    await page.getByRole('button', { name: 'Next: trusted reading' }).click();
    const stored = async () => (await apiOf<{ tags: Tag[] }>(page, '/api/plant/tags')).tags.find(({ id }) => id === rate);
    await expect.poll(stored).toMatchObject({ measure: 'm3/h', param: 'flow', decode: { scale: 0.36, max: 1_800_000 } });
  } finally {
    await stop();
  }
});
