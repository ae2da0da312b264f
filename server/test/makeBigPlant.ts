/** Makes the data of bigPlant.ts in the folder given, with the part of its units that is given: see there. */
import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../config.ts';
import type { UnitType } from '../contract/model/common.ts';
import { unitSpec } from '../contract/model/units.ts';
import { hashOfBlock } from '../core/bytes/blockHash.ts';
import { unpack } from '../core/bytes/packing.ts';
import { checksumOf, dayChecksum } from '../core/bytes/rowChecksum.ts';
import { ManualClock } from '../core/clock.ts';
import { dateOfDay, dayNumber } from '../core/shift.ts';
import type { Sqlite } from '../db/open.ts';
import { rawConnectionOf } from '../db/writer.ts';
import type { SlotReading } from '../historian/ingest/historyWriter.ts';
import { keepDayHashes } from '../historian/store/dayTreeStore.ts';
import { createPlant } from '../plant.ts';
import type { SeriesInfo } from '../plantModel/model.ts';
import { Storage } from '../storage.ts';
import { bigPlant, bigPlantNowMs } from './bigPlant.ts';
import { silent } from './httpRig.ts';

/** Days that are written through the rules of live readings; the days before them repeat these. */
const REAL_DAYS = 28;
const PER_SUB = 20;

type Kind = {
  key: string;
  type: UnitType;
  count: number;
  category: string;
  siUnit: string;
  ids?: string[];
  meta?: object;
  capacity?: number;
};

const meter = { modulus: 2 ** 32, basePerCount: 100, maxPerHour: 20_000 };
const param = (name: string, ht: number) => ({ name, unit: 'mg/L', lt: 0, ht });
const kinds: Kind[] = [
  {
    key: 'source',
    type: 'flow',
    count: 200,
    category: 'SOURCE_CATEGORY',
    siUnit: 'KL',
    ids: ['ID_SOURCE'],
    meta: { meter },
    capacity: 2400,
  },
  { key: 'use', type: 'flow', count: 100, category: 'SOURCE_CATEGORY', siUnit: 'KL', ids: ['ID_CONSUMPTION'], meta: { meter } },
  {
    key: 'tank',
    type: 'stock',
    count: 40,
    category: 'STOCK_CATEGORY',
    siUnit: 'KL',
    ids: ['ID_RAW_WATER_STOCK'],
    meta: { tank: { shape: 'vertical_cylinder', diameter: 10, height: 6 } },
    capacity: 470,
  },
  {
    key: 'energy',
    type: 'energy',
    count: 40,
    category: 'ENERGY_CATEGORY',
    siUnit: 'kWh',
    meta: { meter: { ...meter, basePerCount: 1000 }, flowUnitId: 'source-0', contractKVA: 400 },
  },
  { key: 'well', type: 'borewell', count: 20, category: 'GROUND_WATER_LEVEL', siUnit: 'm', meta: { meter } },
  {
    key: 'lab',
    type: 'quality',
    count: 25,
    category: 'QUALITY_CATEGORY',
    siUnit: '',
    meta: {
      params: {
        tds: param('TDS', 500),
        tss: param('TSS', 100),
        cod: param('COD', 250),
        bod: param('BOD', 30),
        chlorine: param('Chlorine', 1),
      },
      flowUnitId: 'use-0',
    },
  },
  { key: 'level', type: 'level', count: 13, category: 'GROUND_WATER_LEVEL', siUnit: 'm' },
  {
    key: 'rain',
    type: 'rain',
    count: 2,
    category: 'RAIN_CATEGORY',
    siUnit: 'mm',
    meta: { meter: { modulus: 2 ** 32, basePerCount: 0.2, maxPerHour: 1000 } },
  },
];

const [, , folder = '', size = '1'] = process.argv;
const countOf = ({ count }: Kind): number => Math.ceil(count * Number(size));
const noLimits = { default: [], login: [], otp: [], otpVerify: [], refresh: [], plant: [], panel: [], userCreate: [] };
writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ limits: noLimits }));
const config = readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
const clock = new ManualClock(bigPlantNowMs);
const storage = new Storage(folder, clock, silent);
const sqlite = rawConnectionOf(storage.writer);
sqlite.pragma('synchronous=off');
sqlite.pragma('cache_size=-400000');
const plant = createPlant({ config, storage, resources: resolve(import.meta.dirname, '../../resources'), clock, log: silent });
const { industryId } = bigPlant;
const today = dayNumber(bigPlant.date);

/** Plays an instrument: a wave over the day with noise that is the same for the same series. */
class Instrument {
  readonly seriesId: number;
  readonly #kind: SeriesInfo['kind'];
  readonly #param: string;
  readonly #scale: number;
  #state: number;
  #total = 0;

  constructor({ id, kind, param: name }: SeriesInfo) {
    this.seriesId = id;
    this.#kind = kind;
    this.#param = name;
    this.#state = (id * 2_654_435_761) % 2_147_483_647;
    this.#scale = 0.5 + (id % 17) / 10;
  }

  show(slot: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    const noise = this.#state / 2_147_483_647;
    const wave = 1 + 0.5 * Math.sin((slot % 288) / 46) + 0.2 * noise;
    if (this.#kind === 'counter') {
      this.#total += this.#param === 'rain' ? Number(noise > 0.98) : 50 * this.#scale * wave;
      return Math.round(this.#total);
    }
    if (this.#param === 'level') return Math.round(2000 * wave) / 1000;
    return Math.round(1000 * this.#scale * wave) / 100;
  }
}

const addUnits = async (): Promise<void> => {
  const shift = { validFrom: '2000-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00', endAt: '06:00:00', shiftName: 'Day' };
  const joinedAtMs = bigPlantNowMs - bigPlant.totalDays * 86_400_000;
  await plant.industries.create({ id: industryId, name: 'Big plant', currency: 'INR', joinedAtMs, shifts: [shift] });
  const categories = new Map<string, string>();
  for (const [position, kind] of kinds.entries()) {
    const { category: standardCategoryId, siUnit } = kind;
    const known = categories.get(standardCategoryId);
    const categoryId =
      known ??
      (
        await plant.categories.create(industryId, {
          displayName: standardCategoryId,
          standardCategoryId,
          siUnit,
          enabled: true,
          position,
        })
      ).id;
    categories.set(standardCategoryId, categoryId);
    for (let at = 0; at < countOf(kind); at += 1) {
      const subCategoryId = `${kind.key}${Math.floor(at / PER_SUB)}`;
      if (at % PER_SUB === 0)
        await plant.categories.createSub(
          industryId,
          {
            categoryId,
            displayName: `${kind.key} ${at / PER_SUB}`,
            group: kind.key,
            enabled: true,
            position: position * 100 + at,
          },
          subCategoryId,
        );
      const spec = unitSpec.parse({
        subCategoryId,
        name: `${kind.key} ${at}`,
        type: kind.type,
        standardCategoryId,
        standardCategoryIds: kind.ids ?? [],
        siUnit,
        position: at,
        maxCapacity: kind.capacity ?? null,
        meta: kind.meta ?? {},
      });
      await plant.units.create(industryId, spec, `${kind.key}-${at}`);
    }
  }
};

const writeReal = (): void => {
  const series = plant.directory
    .units(industryId)
    .flatMap((unit) => unit.series.filter(({ param: name }) => unit.type !== 'stock' || name === 'level'));
  const instruments = series.map((one) => new Instrument(one));
  const readings: SlotReading[] = instruments.map(({ seriesId }) => ({ seriesId, value: null }));
  const calendar = plant.calendars.of(industryId);
  const from = calendar.windowOfDay(today - REAL_DAYS).firstSlot;
  const to = calendar.windowOfDay(today).firstSlot + bigPlant.passedSlots;
  const writer = plant.history();
  for (let slot = from; slot < to; slot += 1) {
    for (const [at, instrument] of instruments.entries()) (readings[at] as SlotReading).value = instrument.show(slot);
    writer.acceptSlot(slot, readings);
  }
  writer.finish();
};

/** Fills the days before from the real ones, in the order in which days close, so that the file has the pages of one that grew. */
const repeat = (db: Sqlite): void => {
  db.exec(`
    create temp table real_day as select * from reading_day;
    create index temp.real_by_day on real_day(day, series_id);
    create temp table real_total as select * from day_total;
    create index temp.total_by_day on real_total(day, series_id);
    delete from reading_day; delete from day_total; delete from day_revision; delete from day_node;
  `);
  // as the plant would have written it
  db.function('content_hash', (packed, firstSlot, slots) =>
    hashOfBlock(unpack(packed as Buffer, Number(firstSlot), Number(slots))),
  );
  db.function('day_checksum', (seriesId, day, firstSlot, slots, hash) =>
    dayChecksum({
      ...{ seriesId: Number(seriesId), day: Number(day), firstSlot: Number(firstSlot), slots: Number(slots), revision: 1 },
      hash: hash as Buffer,
    }),
  );
  db.function('total_checksum', { varargs: true }, (...row) => checksumOf(row as (number | null)[]));
  const columns = 'sum, min, max, avg, last, expected, complete, estimated, counter_open, counter_close';
  const addDay = db.prepare(
    `insert into reading_day (series_id, day, first_slot, slots, packed, hash, checksum)
     select series_id, day, first_slot, slots, packed, hash, day_checksum(series_id, day, first_slot, slots, hash) from (
       select *, content_hash(packed, first_slot, slots) hash from (
         select series_id, @day day, first_slot - 288 * @back first_slot, slots, packed from real_day where day = @real
         order by series_id))`,
  );
  const addTotals = db.prepare(
    `insert into day_total (series_id, day, revision, ${columns}, checksum)
     select series_id, @day, 1, ${columns}, total_checksum(series_id, @day, 1, ${columns}) from real_total where day = @real
     order by series_id`,
  );
  const addRevision = db.prepare('insert into day_revision (industry_id, day) values (?, ?)');
  const addNode = db.prepare('insert into day_node (industry_id, day, hash) values (?, ?, null)');
  const days = Array.from({ length: bigPlant.totalDays }, (_, at) => today - bigPlant.totalDays + at);
  for (let at = 0; at < days.length; at += 50)
    db.transaction(() => {
      for (const day of days.slice(at, at + 50)) {
        const back = Math.ceil((today - day) / REAL_DAYS) - 1;
        const real = day + back * REAL_DAYS;
        if (day >= today - bigPlant.slotDays) {
          addDay.run({ day, back: back * REAL_DAYS, real });
          addNode.run(industryId, day);
        }
        addTotals.run({ day, real });
        addRevision.run(industryId, day);
      }
    })();
};

const startedMs = performance.now();
const seconds = (): string => `${((performance.now() - startedMs) / 1000).toFixed(0)} s`;
try {
  await plant.directory.load();
  await plant.commissioning.configurator.start();
  await addUnits();
  const emptyBytes = statSync(join(folder, 'headworks.db')).size;
  writeReal();
  console.log(`${REAL_DAYS} days written through the rules, ${seconds()}`);
  repeat(sqlite);
  while (keepDayHashes(plant.dayTree, storage.writer, 50) > 0);
  // pages that held the real days at first are left over; a file that grew has none
  sqlite.exec('drop table real_day; drop table real_total');
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  console.log(
    `${bigPlant.slotDays} days of slots and ${bigPlant.totalDays} of totals from ${dateOfDay(today - bigPlant.totalDays)}, ${seconds()}; ${emptyBytes} bytes before`,
  );
} finally {
  plant.commissioning.configurator.stop();
  await plant.audit.stop();
  storage.stop();
}
