import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import type { Trend } from '../../server/contract/plant/readings/trend.ts';
import { systemClock } from '../../server/core/clock.ts';
import { SLOT_MS } from '../../server/core/slots.ts';
import { createPlant } from '../../server/plant.ts';
import { Storage } from '../../server/storage.ts';
import { silent } from '../../server/test/httpRig.ts';
import { idsOf } from '../../server/test/twinIndustries.ts';
import { PlantServer } from '../reliability/plantServer.ts';

/** The old meter counted up to 5014, the new one began at 20; it was entered weeks later. */
const [closing, opening] = [5014, 20];
const shown = [5000, 5010, 28, 38, 48];
const changedIn = 2;
const DAYS_AGO = 21;
const { unitId } = idsOf('DEMO');
const firstSlot = Math.floor((systemClock.now() - DAYS_AGO * 86_400_000) / SLOT_MS);
const server = new PlantServer();

/** Readings of three weeks ago, and one of now that closes their days. */
const addHistory = async (): Promise<void> => {
  const storage = new Storage(server.folder, systemClock, silent);
  const config = readConfig(['--data', server.folder, '--port', '0', '--host', '127.0.0.1'], {});
  const plant = createPlant({ config, storage, resources: 'resources', clock: systemClock, log: silent });
  try {
    await plant.directory.load();
    const id = plant.directory.unit('DEMO', unitId)?.series.find(({ kind }) => kind === 'counter')?.id ?? 0;
    const history = plant.history();
    for (const [at, value] of shown.entries()) history.acceptSlot(firstSlot + at, [{ seriesId: id, value }]);
    history.acceptSlot(Math.floor(systemClock.now() / SLOT_MS) - 1, []);
    history.finish();
  } finally {
    await plant.audit.stop();
    storage.stop();
  }
};
const iso = (slot: number): string => new Date(slot * SLOT_MS).toISOString();
/** Cubic metres of the slots, with their letters. */
const slots = async (token: string): Promise<string> => {
  const { body } = await server.ask(
    `/api/plant/trend?unitId=${unitId}&from=${iso(firstSlot)}&to=${iso(firstSlot + shown.length)}`,
    token,
  );
  const { quality, values } = body as Trend;
  return `${quality} ${values.join(' ')}`;
};

beforeAll(async () => {
  await server.fill();
  await addHistory();
  await server.start();
});
afterAll(() => server.remove());

it('a change of a meter that was acknowledged counts for days that were closed long ago, also where the server is killed at once', async () => {
  const token = await server.login();
  expect(await slots(token)).toBe('MGMGG  10  10 10');
  const { status, text } = await server.ask(`/api/plant/units/${unitId}/meter-changes`, token, {
    method: 'POST',
    body: { at: iso(firstSlot + changedIn), closing, opening },
  });
  await server.kill();
  expect(status, text).toBe(201);
  await server.start();
  await expect.poll(() => slots(token)).toBe('MGGGG  10 12 10 10');
});
