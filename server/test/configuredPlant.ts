import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceTemplate } from '../contract/model/deviceTemplates.ts';
import { type UnitSpec, unitSpec } from '../contract/model/units.ts';
import {
  type ConnectionSpec,
  connectionSpec,
  type DeviceSpec,
  deviceSpec,
  type TagSpec,
  tagSpec,
} from '../contract/plant/commissioning/fieldConfiguration.ts';
import { Bus } from '../core/bus.ts';
import { ManualClock } from '../core/clock.ts';
import { type FailureDetails, isFailure } from '../core/fail.ts';
import type { FieldConfiguration } from '../core/field/field.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { Writer } from '../db/writer.ts';
import { ConnectionService } from '../features/commissioning/connectionService.ts';
import { DeviceService } from '../features/commissioning/deviceService.ts';
import { FieldConfigurator } from '../features/commissioning/fieldConfigurator.ts';
import { FieldRegistry } from '../features/commissioning/registry.ts';
import { FieldStore } from '../features/commissioning/store.ts';
import { TagService } from '../features/commissioning/tagService.ts';
import { TemplateCatalog } from '../features/commissioning/templates/catalog.ts';
import { PointStore } from '../features/plc/pointStore.ts';
import { WritePoints } from '../features/plc/points.ts';
import { CategoryService } from '../features/units/categoryService.ts';
import { CategoryStore } from '../features/units/categoryStore.ts';
import { IndustryService } from '../features/units/industryService.ts';
import { IndustryStore } from '../features/units/industryStore.ts';
import { UnitService } from '../features/units/unitService.ts';
import { UnitStore } from '../features/units/unitStore.ts';
import { encodeValue } from '../field/decode/encode.ts';
import { validateDecode } from '../field/decode/validateDecode.ts';
import { busLoadPct } from '../field/doctor/busLoad.ts';
import { ConfigurationChanges } from '../plantModel/changes.ts';
import { MemoryUnitDirectory } from '../plantModel/directory.ts';
import { DirectoryStore } from '../plantModel/directoryStore.ts';
import type { TagBinding } from '../plantModel/model.ts';
import { silent } from './httpRig.ts';

/** 2026-11-10 09:00 in Kolkata. */
export const NOW_MS = Date.parse('2026-11-10T03:30:00Z');

/** Every configuration service on a real database in a folder of its own. */
export const startPlant = async ({ templates = [] as DeviceTemplate[], folder = mkdtempSync(join(tmpdir(), 'plant-')) } = {}) => {
  const { sqlite, kysely } = openDatabase(join(folder, 'headworks.db'));
  const writer = new Writer(sqlite);
  const clock = new ManualClock(NOW_MS);
  migrate(sqlite, clock);
  const directory = new MemoryUnitDirectory(new DirectoryStore(kysely));
  const bus = new Bus(silent);
  const changes = new ConfigurationChanges(directory, bus);
  const unitStore = new UnitStore(writer);
  const store = new FieldStore(writer);
  const registry = new FieldRegistry();
  const catalog = new TemplateCatalog(() => templates);
  const points = new WritePoints({
    writer,
    store: new PointStore(writer),
    devices: registry,
    commands: { encode: encodeValue },
  });
  const applied: { times: number; field?: FieldConfiguration; bindings?: TagBinding[] } = { times: 0 };
  const configurator = new FieldConfigurator({
    source: store,
    registry,
    directory,
    changes,
    applyField: (configuration) => {
      applied.times += 1;
      applied.field = configuration;
    },
    applyBindings: (bindings) => {
      applied.bindings = bindings;
    },
  });
  const sounded = new Set<string>();
  await directory.load();
  await configurator.start();
  return {
    /** Write points that an escalation sounds. */
    sounded,
    horns: async () => sounded,
    sqlite,
    writer,
    kysely,
    changes,
    clock,
    bus,
    directory,
    registry,
    points,
    catalog,
    decodeRule: validateDecode,
    loadRule: busLoadPct,
    configurator,
    folder,
    industries: new IndustryService({
      store: new IndustryStore(writer),
      readings: unitStore,
      directory,
      changes,
      clock,
    }),
    categories: new CategoryService({ store: new CategoryStore(writer), directory, changes }),
    units: new UnitService({ store: unitStore, directory, changes, clock }),
    connections: new ConnectionService({ store, registry, changes, loadRule: busLoadPct }),
    devices: new DeviceService({ store, registry, points, changes, catalog, decodeRule: validateDecode, loadRule: busLoadPct }),
    tags: new TagService({ store, registry, points, changes, directory, decodeRule: validateDecode, loadRule: busLoadPct }),
    applied,
    field: () => applied.field,
    bindings: () => applied.bindings,
    close: () => {
      configurator.stop();
      sqlite.close();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
export type Plant = Awaited<ReturnType<typeof startPlant>>;

/** An industry with one sub-category `<id>-sub`. */
export const addIndustry = async (plant: Plant, id = 'DEMO'): Promise<string> => {
  const shift = { validFrom: '2026-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00', endAt: '06:00:00', shiftName: 'Day' };
  await plant.industries.create({ id, name: `Plant ${id}`, currency: 'INR', joinedAtMs: 0, shifts: [shift] });
  const source = { displayName: 'Source', standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL', enabled: true, position: 0 };
  const { id: categoryId } = await plant.categories.create(id, source);
  await plant.categories.createSub(
    id,
    { categoryId, displayName: 'Raw water', group: 'Supply', enabled: true, position: 0 },
    `${id}-sub`,
  );
  return id;
};

export const METER = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 100 };

/** A metered flow unit unless given otherwise. */
export const someUnit = (fields: Record<string, unknown> = {}, industryId = 'DEMO'): UnitSpec =>
  unitSpec.parse({
    subCategoryId: `${industryId}-sub`,
    name: 'Borewell main',
    type: 'flow',
    standardCategoryId: 'SOURCE_CATEGORY',
    siUnit: fields.type === 'energy' ? 'kWh' : fields.type === 'rain' ? 'mm' : 'KL',
    ...(!fields.type || fields.type === 'flow' ? { meta: { meter: METER } } : {}),
    ...fields,
  });

export const someConnection = (fields: Record<string, unknown> = {}): ConnectionSpec =>
  connectionSpec.parse({ name: 'Line 1', settings: { kind: 'tcp', host: '10.0.0.5' }, ...fields });

export const someDevice = (connectionId: string, fields: Record<string, unknown> = {}): DeviceSpec =>
  deviceSpec.parse({ connectionId, name: 'Meter 1', slaveId: 1, ...fields });

export const someTag = (deviceId: string, fields: Record<string, unknown> = {}): TagSpec =>
  tagSpec.parse({
    deviceId,
    name: 'Total',
    kind: 'counter',
    decode: { space: 'holding', address: 0, type: 'uint32' },
    periodMs: 5000,
    ...fields,
  });

/** The code and details of the failure that an action ends with. */
export const failureOf = async (action: () => Promise<unknown>): Promise<{ code: string; message: string } & FailureDetails> => {
  try {
    await action();
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { code: error.code, message: error.message, ...error.details };
  }
  throw new Error('it did not fail');
};
