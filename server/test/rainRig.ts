import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ManualClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { dayNumber } from '../core/shift.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { Writer } from '../db/writer.ts';
import { FreshWaterService, freshWaterRoutes, HarvestDesigns } from '../features/dashboards/freshWater/index.ts';
import { createRain, rainRoutes } from '../features/dashboards/rain/index.ts';
import type { RemoteRain } from '../features/dashboards/rain/remote.ts';
import { DocumentStore } from '../features/diagrams/documentStore.ts';
import { StoredDocuments } from '../features/diagrams/documents.ts';
import { type Ask, notingChanges, type Reply, sessionsOf, someCaller, startRig } from './httpRig.ts';
import { seed } from './readingsRig.ts';
import type { TestPlant } from './testPlant.ts';

export type RainRig = {
  ask(path: string, who?: string, options?: Ask): Promise<Reply>;
  post(path: string, body: object, who?: string): Promise<Reply>;
  clock: ManualClock;
  notes: { kind: string; note: object }[];
  stop(): Promise<void>;
};

type Given = {
  plant: TestPlant;
  /** Shift date that runs, a little after the end of its slot `nowAt`. */
  today: string;
  nowAt?: number;
  remote?: RemoteRain;
  /** rain-normals.json of the data folder. */
  normals?: object;
};

const SLOT_MS = 300_000;

/** Rain and fresh-water routes on a database of their own, the readings of a plant in memory. */
export const startRainRig = async ({ plant, today, nowAt = 0, remote, normals }: Given): Promise<RainRig> => {
  const folder = mkdtempSync(join(tmpdir(), 'rain-'));
  const clock = new ManualClock((plant.calendar.windowOfDay(dayNumber(today)).firstSlot + nowAt) * SLOT_MS + 10_000);
  const path = join(folder, 'headworks.db');
  const writer = openDatabase(path);
  migrate(writer.sqlite, clock);
  seed(writer.sqlite, plant);
  const reader = openDatabase(path, { readonly: true });
  if (normals) writeFileSync(join(folder, 'rain-normals.json'), JSON.stringify(normals));
  const documents = new StoredDocuments(new DocumentStore(new Writer(writer.sqlite), reader.kysely), clock);
  const { rain, rainHistory } = createRain({
    writer: new Writer(writer.sqlite),
    readerKysely: reader.kysely,
    sources: { resources: resolve(import.meta.dirname, '../../resources'), dataFolder: folder, remote },
    directory: plant,
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    turns: new CooperativeScheduler(),
    clock,
  });
  const freshWater = new FreshWaterService({ documents, directory: plant, rain }, () => clock.now());
  const designs = new HarvestDesigns(documents, plant);
  const routes = [...rainRoutes({ rain, rainHistory, designs }), ...freshWaterRoutes(freshWater)];
  const notes: RainRig['notes'] = [];
  const fwi = someCaller({ permissions: new Set(['FWI']) });
  const rig = await startRig(routes, {
    clock,
    sessions: sessionsOf({
      fwi: { caller: fwi, panel: false },
      viewer: { caller: someCaller({ userId: 'u2' }), panel: false },
      north: { caller: { ...fwi, industryId: 'NORTH' }, panel: false },
    }),
    auditSink: {
      refused() {},
      ignoredTarget() {},
      actedElsewhere: async () => {},
      changing: notingChanges(async (_, kind, note) => void notes.push({ kind, note })),
    },
  });
  const ask: RainRig['ask'] = (asked, who = 'viewer', options = {}) =>
    rig.ask(`/api/user${asked}`, { ...options, headers: { authorization: `Bearer ${who}`, ...options.headers } });
  return {
    ask,
    post: (asked, body, who = 'fwi') => ask(asked, who, { method: 'POST', body }),
    clock,
    notes,
    stop: async () => {
      await rig.stop();
      reader.sqlite.close();
      writer.sqlite.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
