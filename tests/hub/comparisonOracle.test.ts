/** Random plants at a hub, whose bundles come in any order, twice and corrected: the figures are those of a sum written anew here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CarriedDay } from '../../server/bundle/dayItems.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { waterFigures } from '../../server/hub/fleet/waterFigures.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf, today } from '../../server/hub/testing/sentDays.ts';
import { seedOf } from '../seed.ts';
import { comparedPlant, deadDay, type GivenUnit } from './comparedPlant.ts';

const seed = seedOf(process.env.HEADWORKS_TEST_SEED);
const PLANTS = 12;
const DAYS = 20;

/** mulberry32 */
const randomOf = (start: number) => {
  let state = start >>> 0;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

type Row = { unit: number; day: number; sum: number | null; complete: number; expected: number };

/** Units: three meters, one of them behind the first at times, one entered by hand, and at times a sum of the first two. */
const unitsOf = (random: (below: number) => number): { units: GivenUnit[]; counted: number[] } => {
  const [isBehind, hasSum] = [random(2) === 0, random(2) === 0];
  const units: GivenUnit[] = [
    { id: 'U0', as: ['ID_SOURCE'] },
    { id: 'U1', as: ['ID_SOURCE'], meta: isBehind ? { subMeterOf: 'U0' } : {} },
    { id: 'U2', as: ['ID_SOURCE'] },
    { id: 'U3', as: ['ID_SOURCE'], type: 'manual' },
  ];
  const terms = [0, 2].map((at) => ({ unitId: `U${at}`, factor: 1 }));
  if (hasSum) units.push({ id: 'U4', as: ['ID_SOURCE'], type: 'virtual', meta: { expression: terms } });
  return { units, counted: isBehind ? [0, 2, 3] : [0, 1, 2, 3] };
};

const figuresBy = (rows: readonly Row[], counted: readonly number[], days: number) => {
  const own = rows.filter(({ unit }) => counted.includes(unit));
  const sumFrom = (from: number, to: number) => {
    let [litres, seen] = [0, 0];
    for (let day = from; day <= to; day += 1) {
      const known = own.filter((row) => row.day === day && row.sum !== null);
      if (known.length > 0) seen += 1;
      for (const { sum } of known) litres += sum ?? 0;
    }
    return seen === 0 ? null : { kl: litres / 1000, days: seen };
  };
  const inRead = own.filter(({ day }) => day > today - 2 * days);
  const first = Math.min(...inRead.map(({ day }) => day));
  let [complete, expected] = [0, 0];
  for (let day = Math.max(first, today - days + 1); day <= today; day += 1)
    for (const unit of counted) {
      const row = own.find((one) => one.unit === unit && one.day === day);
      const isAsked = unit === 3 ? row !== undefined && row.sum !== null : true;
      complete += row?.complete ?? 0;
      const isAnyRow = own.some((one) => one.day === day);
      if (isAsked) expected += isAnyRow ? 6 : 288;
    }
  return {
    intake: sumFrom(today - days + 1, today),
    before: sumFrom(today - 2 * days + 1, today - days),
    completeness: expected === 0 ? null : (100 * complete) / expected,
  };
};

describe.skipIf(missingPostgres)(`figures of random plants${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: PostgresRig;
  let database: HubDatabase;
  beforeAll(async () => {
    rig = await startPostgres();
    database = new HubDatabase(rig.url, () => undefined);
    await database.start();
  });
  afterAll(async () => {
    await database?.stop();
    rig?.stop();
  });

  it.each(Array.from({ length: PLANTS }, (_, at) => seed + at))('are those of an oracle, seed %d', async (from) => {
    const random = randomOf(from);
    const { units, counted } = unitsOf(random);
    const plant = await comparedPlant(database, units);
    try {
      const sent: CarriedDay[] = [];
      const rows: Row[] = [];
      for (const [unit, uid] of plant.uids.entries())
        for (let day = today - DAYS + 1; day <= today; day += 1) {
          const kind = random(unit === 3 ? 3 : 6);
          if (kind === 0) continue;
          const revisions = 1 + random(3);
          const all = Array.from({ length: revisions }, (_, at) =>
            kind === 1 ? deadDay(uid, day, at + 1) : dayOf(uid, day, at + 1),
          ).slice(kind === 1 ? -1 : 0);
          sent.push(...all);
          const total = all.at(-1)?.total;
          if (total) rows.push({ unit, day, sum: total.sum, complete: total.complete, expected: total.expected });
        }
      // one revision of a day is in one bundle once; bundles come in any order, some of them twice
      const bundles = Array.from({ length: 4 }, (): CarriedDay[] => []);
      for (const one of sent) bundles[random(4)]?.push(one);
      const paths = bundles.filter(({ length }) => length > 0).map((days) => plant.write(days));
      for (const path of [...paths, ...paths.slice(0, 2)].toSorted(() => random(3) - 1)) await plant.commit(path);
      for (const days of [1, 4, DAYS / 2, DAYS]) {
        const found = await database.reading(plant.sender.plantId, (client) =>
          waterFigures(client, plant.sender.plantId, 'DEMO', { toDay: today, days }),
        );
        const { intake, before, completeness } = figuresBy(rows, counted, days);
        const close = (water: { kl: number; days: number } | null) => water && { ...water, kl: expect.closeTo(water.kl, 6) };
        expect(found, `of ${days} days`).toMatchObject({
          intake: close(intake),
          before: close(before),
          completeness: completeness === null ? null : expect.closeTo(completeness, 6),
        });
      }
    } finally {
      plant.stop();
    }
  });
});
