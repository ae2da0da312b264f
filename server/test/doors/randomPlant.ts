import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Application } from '../../application.ts';
import { readConfig } from '../../config.ts';
import { unitSpec } from '../../contract/model/units.ts';
import { permissions } from '../../contract/permissions.ts';
import { ManualClock } from '../../core/clock.ts';
import { rawConnectionOf } from '../../db/writer.ts';
import { Passwords } from '../../features/auth/passwords/passwords.ts';
import { createPlant } from '../../plant.ts';
import { Storage } from '../../storage.ts';
import { type Ask, askPort, type Reply, silent } from '../httpRig.ts';
import { Instrument } from './instrument.ts';
import { type Sketch, sketchOf } from './sketch.ts';

const resources = resolve(import.meta.dirname, '../../../resources');
const none: never[] = [];
const noLimits = {
  default: none,
  login: none,
  otp: none,
  otpVerify: none,
  refresh: none,
  plant: none,
  panel: none,
  priority: none,
  userCreate: none,
};

const categories: Record<string, readonly [standard: string, siUnit: (seed: number) => string, subs: readonly string[]]> = {
  source: [
    'SOURCE_CATEGORY',
    (seed) => ['KL', 'KL', 'm3', 'L', 'ML'][seed % 5] ?? 'KL',
    ['intake', 'wells', 'use', 'other', 'ro'],
  ],
  stock: ['STOCK_CATEGORY', () => 'KL', ['tanks']],
  energy: ['ENERGY_CATEGORY', (seed) => (seed % 3 === 1 ? 'MWh' : 'kWh'), ['power']],
  ground: ['GROUND_WATER_LEVEL', () => 'm', ['levels']],
  quality: ['QUALITY_CATEGORY', () => '', ['quality']],
  rain: ['RAIN_CATEGORY', () => 'mm', ['rain']],
};

export type RandomPlant = {
  sketch: Sketch;
  /** The running day, DD/MM/YYYY. */
  lastDate: string;
  ask(path: string, options?: Ask): Promise<Reply>;
  stop(): Promise<void>;
};

const addUnits = async (plant: ReturnType<typeof createPlant>, sketch: Sketch, seed: number): Promise<void> => {
  const shift = {
    validFrom: '2000-01-01',
    timezone: sketch.zone,
    startAt: sketch.startAt,
    endAt: sketch.startAt,
    shiftName: 'Day',
  };
  await plant.industries.create({
    id: 'DEMO',
    name: 'Random plant',
    currency: 'EUR',
    joinedAtMs: Date.parse(sketch.lastDate) - 40 * 86_400_000,
    shifts: [shift],
  });
  let position = 0;
  const categoryOf = new Map<string, { standard: string; siUnit: string }>();
  for (const [id, [standard, siUnitOf, subs]] of Object.entries(categories)) {
    const siUnit = siUnitOf(seed);
    const made = await plant.categories.create('DEMO', {
      displayName: id,
      standardCategoryId: standard,
      siUnit,
      enabled: true,
      position,
    });
    for (const sub of subs) {
      await plant.categories.createSub(
        'DEMO',
        { categoryId: made.id, displayName: sub, group: id, enabled: true, position },
        sub,
      );
      categoryOf.set(sub, { standard, siUnit });
      position += 1;
    }
  }
  for (const [at, { id, sub, type, ids, siUnit, capacity, meta }] of sketch.units.entries()) {
    const category = categoryOf.get(sub);
    const spec = unitSpec.parse({
      subCategoryId: sub,
      name: id,
      type,
      position: at,
      standardCategoryId: category?.standard,
      standardCategoryIds: ids ?? [],
      siUnit: siUnit ?? category?.siUnit ?? 'KL',
      maxCapacity: capacity ?? null,
      meta: meta ?? {},
    });
    await plant.units.create('DEMO', spec, id);
  }
};

const playHistory = (plant: ReturnType<typeof createPlant>, sketch: Sketch, seed: number, toSlot: number): void => {
  const played = plant.directory
    .units('DEMO')
    .filter(({ type }) => type !== 'virtual' && type !== 'manual')
    .flatMap((unit) =>
      unit.series
        .filter(({ param }) => (unit.type !== 'stock' || param === 'level') && param !== 'flow' && param !== 'power')
        .map((series) => ({ unit, series })),
    );
  const instruments = played.map(({ unit, series }, at) => ({
    seriesId: series.id,
    instrument: new Instrument(series, unit.meta.meter, seed * 1000 + at),
  }));
  const writer = plant.history();
  for (let slot = toSlot - sketch.days * 288; slot < toSlot; slot += 1)
    writer.acceptSlot(
      slot,
      instruments.map(({ seriesId, instrument }) => ({ seriesId, value: instrument.show(slot) })),
    );
  writer.finish();
};

/** Makes a plant of a seed, or of a changed sketch of it, and serves the whole of it at a moment of its last date. */
export const startRandomPlant = async (seed: number, changed: Partial<Sketch> = {}): Promise<RandomPlant> => {
  const sketch = { ...sketchOf(seed), ...changed };
  const folder = mkdtempSync(join(tmpdir(), 'headworks-random-'));
  writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ limits: noLimits }));
  const nowMs = Date.parse(`${sketch.lastDate}T17:43:20Z`);
  const clock = new ManualClock(nowMs);
  const config = readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
  const storage = new Storage(folder, clock, silent);
  const plant = createPlant({ config, storage, resources, clock, log: silent });
  try {
    await plant.directory.load();
    await plant.commissioning.configurator.start();
    await addUnits(plant, sketch, seed);
    playHistory(plant, sketch, seed, Math.floor(nowMs / 300_000));
    rawConnectionOf(storage.writer)
      .prepare(
        `insert into user (id, industry_id, username, email, phone, name, role, permissions, password_hash, active, disabled, internal, created_at)
         values ('admin', 'DEMO', 'admin', 'a@b.invalid', null, 'Admin', 'admin', ?, ?, 1, 0, 0, 0)`,
      )
      .run(JSON.stringify(permissions), await new Passwords().hash('demo-admin'));
    storage.writer.run(() => undefined);
  } finally {
    plant.commissioning.configurator.stop();
    await plant.audit.stop();
    storage.stop();
  }
  const application = new Application({ config, clock, log: silent, resources, panelFolder: folder, version: '0.0.0' });
  const url = await application.start();
  const port = Number(new URL(url).port);
  const login = await askPort(port, '/api/user/user/login', {
    headers: { LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' },
  });
  const headers = { authorization: `Bearer ${(login.body as { access_token: string }).access_token}` };
  const ask = (path: string, options: Ask = {}): Promise<Reply> =>
    askPort(port, path, { ...options, headers: { ...headers, ...options.headers } });
  const today = await ask('/api/plant/overview');
  return {
    sketch,
    lastDate: (today.body as { window: { label: string } }).window.label,
    ask,
    stop: async () => {
      await application.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
