import { join } from 'node:path';
import { Bus } from '../core/bus.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { PlantClock } from '../core/plantClock.ts';
import { hasRoomToSpare } from '../db/diskRoom.ts';
import { createAudit } from '../features/audit/index.ts';
import { createFieldModel } from '../features/commissioning/index.ts';
import { readHeadFile } from '../features/storage/index.ts';
import { createField } from '../field.ts';
import { createHistorian, NtpWatch } from '../historian/index.ts';
import { createPlantModel, type PlantModel } from '../plantModel/index.ts';
import type { Storage } from '../storage.ts';
import type { PlantParts } from './plantParts.ts';

export type Floors = {
  writer: Storage['writer'];
  readerKysely: Storage['reader']['kysely'];
  readerSqlite: Storage['reader']['sqlite'];
  bus: Bus;
  scheduler: CooperativeScheduler;
  field: ReturnType<typeof createField>;
  model: PlantModel;
  changes: PlantModel['changes'];
  historian: ReturnType<typeof createHistorian>;
  ingest: ReturnType<typeof createHistorian>['ingest'];
  /** What every part needs that answers questions about readings. */
  serving: Pick<PlantModel, 'directory' | 'calendars'> & {
    reader: ReturnType<typeof createHistorian>['reader'];
    scheduler: CooperativeScheduler;
    clock: PlantClock;
  };
  audit: ReturnType<typeof createAudit>;
  fieldModel: ReturnType<typeof createFieldModel>;
};

/** What everything else is built on: the field, the plant model, the historian, the audit log. */
export const createFloors = ({ config, storage, resources, clock, log }: PlantParts): Floors => {
  const { writer } = storage;
  const { kysely: readerKysely, sqlite: readerSqlite } = storage.reader;
  const bus = new Bus(log);
  const scheduler = new CooperativeScheduler();
  // logins, codes and the audit log go by the time of day, all else by the time of the readings
  const plantClock = new PlantClock(clock);
  const field = createField({
    templateFolder: join(resources, 'devices'),
    dataFolder: config.dataFolder,
    clock: plantClock,
    log,
  });
  const model = createPlantModel(readerKysely, bus);
  const { directory, changes, calendars } = model;
  const historian = createHistorian({
    writer,
    reader: readerSqlite,
    directory,
    bus,
    clock: plantClock,
    log,
    ntp: new NtpWatch(config.ntp, clock),
    figures: {
      ...{ path: join(config.dataFolder, 'figures.db'), database: join(config.dataFolder, 'headworks.db') },
      hasRoom: () => hasRoomToSpare(storage.room()),
    },
  });
  const { ingest, reader } = historian;
  field.gateway.onSamples((samples) => ingest.accept(samples));
  field.gateway.onRetracted((retractions) => ingest.retract(retractions));
  const serving = { directory, reader, calendars, scheduler, clock: plantClock };
  const audit = createAudit({
    assertKept: () => storage.assertKept(),
    ...{ writer, reader: readerSqlite, clock, log },
    noted: () => readHeadFile(config.dataFolder).audit,
  });
  const fieldModel = createFieldModel({ writer, ...field, clock: plantClock });
  return {
    writer,
    readerKysely,
    readerSqlite,
    bus,
    scheduler,
    field,
    model,
    changes,
    historian,
    ingest,
    serving,
    audit,
    fieldModel,
  };
};
