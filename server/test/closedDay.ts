import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SLOT_MS } from '../core/slots.ts';
import { Writer } from '../db/writer.ts';
import { figuresByDay } from '../historian/read/dayFigures.ts';
import { DamageList } from '../historian/store/damage.ts';
import { DayTree, keepDayHashes } from '../historian/store/dayTreeStore.ts';
import { FigureStore } from '../historian/store/figureStore.ts';
import { WorkedOutDays } from '../historian/store/workedOutStore.ts';
import { quietLog, ReadingsRig } from './readingsRig.ts';
import { TestPlant } from './testPlant.ts';

type FigureStoreParts = ConstructorParameters<typeof FigureStore>[0];
const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };

/** A plant whose day has just closed, with two hours of readings at its end, and its hash worked out. */
export const closedDay = async () => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta: { meter } });
  const { firstSlot, slots } = plant.calendar.window('2024-05-06');
  const end = firstSlot + slots;
  const rig = new ReadingsRig(plant, (end - 24) * SLOT_MS);
  onTestFinished(() => rig.close());
  rig.start(['inlet.volume']);
  for (let index = 0; index < 24; index += 1) await rig.slot(end - 24 + index, { 'inlet.volume': 100 + index });
  rig.clock.set(end * SLOT_MS + 61_000);
  await rig.ingest.flush();
  const { sqlite } = rig.connection;
  const openRows = sqlite.prepare('select count(*) from reading_open where slot < ?').pluck();
  while (openRows.get(end) !== 0) await new Promise((resolve) => setImmediate(resolve));
  const hashDays = () => keepDayHashes(new DayTree(sqlite), new Writer(sqlite), 100);
  hashDays();
  const series = rig.seriesOf('inlet', 'volume');
  const day = plant.calendar.dayOfSlot(end - 1);
  const path = join(rig.folder, 'figures.db');
  const damage = new DamageList();
  let works = 0;
  /** A process that asks: as after a start, with the same files. */
  const opened = (readonly = false, more: Partial<FigureStoreParts> = {}) => {
    const store = new FigureStore({ path, database: rig.path, readonly, log: quietLog(rig.log), ...more });
    onTestFinished(() => store.stop());
    const figures = new WorkedOutDays({ sqlite: rig.readonly.sqlite, store, damage });
    const sum = (basis = '', of = day, nowSlot = end) =>
      figuresByDay(
        { reader: Object.assign(rig.reader, { figures }), calendar: plant.calendar, nowSlot },
        { kind: 'sum', subject: series.id, industryId: series.industryId },
        of,
        of,
      )(of, basis, (fromSlot, toSlot) => {
        works += 1;
        return [rig.reader.slots(series.id, fromSlot, toSlot).values.reduce((all, value) => all + value, 0), null];
      });
    return { store, sum };
  };
  return { rig, sqlite, end, day, path, damage, hashDays, opened, worked: () => works };
};
