/** What plants and crashes leave behind at the hub goes away by itself, and what is still on its way stays. */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../server/core/clock.ts';
import { DAY_MS } from '../../server/core/time.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { HubKeys } from '../../server/hub/keys/hubKeys.ts';
import { addMove, endMove } from '../../server/hub/placement/moveStore.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { SendingPlant } from '../../server/hub/testing/sentDays.ts';
import { Upkeep } from '../../server/hub/upkeep.ts';
import { HubAudit } from '../../server/hub/wire/auditStore.ts';
import { PlantStore } from '../../server/hub/wire/plantStore.ts';
import { BundleUploads } from '../../server/hub/wire/uploads.ts';
import { quietLog } from '../../server/test/readingsRig.ts';

describe.skipIf(missingPostgres)(`the upkeep of a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'hub-upkeep-'));
  // files have the time of the machine
  const clock = new ManualClock(Date.now());
  let rig: PostgresRig;
  let database: HubDatabase;
  let uploads: BundleUploads;
  let upkeep: Upkeep;
  beforeAll(async () => {
    rig = await startPostgres();
    database = new HubDatabase(rig.url, () => undefined);
    await database.start();
    uploads = new BundleUploads(join(dataFolder, 'uploads'), database);
    const keys = new HubKeys({ keyFolder: join(dataFolder, 'keys'), database, audit: new HubAudit(database), clock });
    await keys.start();
    const plants = new PlantStore(database, clock);
    const copies = { putRowsAnew: () => undefined };
    upkeep = new Upkeep({ dataFolder, database, plants, uploads, keys, copies, clock, log: quietLog() });
  });
  afterAll(async () => {
    await database?.stop();
    rig?.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const begun = async (plant: SendingPlant, bytes: Buffer): Promise<string> => {
    const { uploadId } = await uploads.begin(plant.sender, hash('sha256', bytes), bytes.length, clock.now());
    await uploads.add(plant.sender, uploadId, 0, bytes.subarray(0, 1000));
    return uploadId;
  };
  const files = (): string[] => readdirSync(join(dataFolder, 'uploads')).toSorted();
  const rows = () =>
    rig.asAdmin(async (admin) => (await admin.query<{ count: number }>('select count(*)::int count from upload')).rows[0]?.count);

  it('takes away what a plant that never came back had begun to send, and leaves what another one goes on with', async () => {
    const [gone, slow] = [new SendingPlant(database, 1), new SendingPlant(database, 1)];
    for (const plant of [gone, slow]) await plant.pair();
    const lost = await begun(gone, Buffer.alloc(5000, 1));
    clock.advance(6 * DAY_MS);
    const kept = await begun(slow, Buffer.alloc(5000, 2));
    await upkeep.daily();
    expect(files()).toEqual([`${kept}.hwb`, `${lost}.hwb`].toSorted());
    clock.advance(2 * DAY_MS);
    await upkeep.daily();
    expect(files()).toEqual([`${kept}.hwb`]);
    expect(await rows()).toBe(1);
    // it goes on where it was
    expect(await uploads.add(slow.sender, kept, 1000, Buffer.alloc(1000, 2))).toBe(2000);
    for (const plant of [gone, slow]) plant.stop();
  });

  it('leaves the bundles alone while a plant is moved, and takes away what is over once it is there', async () => {
    const [plant, other] = [new SendingPlant(database, 1), new SendingPlant(database, 1)];
    for (const one of [plant, other]) await one.pair();
    const over = [await begun(plant, Buffer.alloc(5000, 3)), await begun(other, Buffer.alloc(5000, 4))].map((id) => `${id}.hwb`);
    const { plantId } = plant.sender;
    await database.kysely.transaction().execute((tx) => addMove(tx, { plantId, from: 0, to: 1 }, new Date(0)));
    await rig.asAdmin((admin) => admin.query('insert into plant_gate values ($1, false)', [plantId]));
    clock.advance(8 * DAY_MS);
    await upkeep.daily();
    expect(files()).toEqual(expect.arrayContaining(over));
    await rig.asAdmin((admin) => admin.query('delete from plant_gate'));
    await database.kysely.transaction().execute((tx) => endMove(tx, plantId));
    await upkeep.daily();
    for (const file of over) expect(files()).not.toContain(file);
    for (const one of [plant, other]) one.stop();
  });

  it('takes away files and folders that a crash left, once they are a day old', async () => {
    const orphan = join(dataFolder, 'uploads', '00000000-0000-4000-8000-000000000000.hwb');
    const [old, young] = [join(dataFolder, 'stick-old'), join(dataFolder, 'stick-young')];
    writeFileSync(orphan, 'left');
    for (const folder of [old, young]) mkdirSync(folder);
    const at = (ms: number): Date => new Date(clock.now() - ms);
    utimesSync(orphan, at(2 * DAY_MS), at(2 * DAY_MS));
    utimesSync(old, at(2 * DAY_MS), at(2 * DAY_MS));
    utimesSync(young, at(0), at(0));
    await upkeep.daily();
    expect([orphan, old, young].map((path) => existsSync(path))).toEqual([false, false, true]);
  });

  it('ends with the hub: what is under way breaks off without a warning, and nothing more is begun', async () => {
    const warned: string[] = [];
    const log = { ...quietLog(), warn: (_: unknown, message: string) => void warned.push(message) };
    const own = new HubDatabase(rig.url, () => undefined);
    await own.start();
    const keys = new HubKeys({ keyFolder: join(dataFolder, 'own-keys'), database: own, audit: new HubAudit(own), clock });
    const rows: string[] = [];
    const subject = new Upkeep({
      ...{
        dataFolder,
        database: own,
        plants: new PlantStore(own, clock),
        uploads: new BundleUploads(join(dataFolder, 'own'), own),
        keys,
      },
      ...{ copies: { putRowsAnew: () => rows.push('anew') }, clock, log },
    });
    const daily = subject.daily();
    // its first question is on its way
    await nextTurn();
    subject.stop();
    await own.stop();
    await daily;
    expect({ warned, rows }).toEqual({ warned: [], rows: [] });
  });
});
