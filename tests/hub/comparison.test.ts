/** What plants are compared by: water of the meters that count, of the days that are there, and of whole months for what was made. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dateOfDay, daysOfMonth } from '../../server/core/shift.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { waterFigures } from '../../server/hub/fleet/waterFigures.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf, SendingPlant, today } from '../../server/hub/testing/sentDays.ts';
import { putDocument } from '../../server/hub/wire/documentStore.ts';

const SOURCES = ['ID_SOURCE'];
type GivenUnit = { id: string; as: string[]; meta?: object; type?: string };

describe.skipIf(missingPostgres)(`plants beside each other${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
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

  /** A plant whose series U0, U1, ... belong to these units. */
  const plantOf = async (units: GivenUnit[], production: object[] = []): Promise<SendingPlant> => {
    const plant = new SendingPlant(database, units.length);
    onTestFinished(() => plant.stop());
    await plant.pair();
    const { plantId } = plant.sender;
    const rows: [string, Record<string, unknown>][] = [
      ['industry', { id: 'DEMO', meta: JSON.stringify({ facts: { production } }) }],
      ['category', { id: 'C', enabled: 1 }],
      ['sub_category', { id: 'S', category_id: 'C', enabled: 1 }],
      ...units.map(({ id, as, meta = {}, type = 'flow' }): [string, Record<string, unknown>] => [
        'unit',
        {
          ...{ id, type, deployed: 1, sub_category_id: 'S', meta: JSON.stringify(meta) },
          ...{ standard_category_id: 'SOURCE_CATEGORY', standard_category_ids: JSON.stringify(as) },
        },
      ]),
    ];
    await database.inTurn(plantId, async (client) => {
      for (const [kind, row] of rows) {
        const body = JSON.stringify({ ...row, industry_id: 'DEMO' });
        expect(await putDocument(client, plantId, { kind, id: JSON.stringify([row.id]), version: 1, body })).toBe('stored');
      }
    });
    return plant;
  };
  const send = async (plant: SendingPlant, days: readonly number[]): Promise<void> => {
    await plant.commit(plant.write(plant.uids.flatMap((uid) => days.map((day) => dayOf(uid, day, 1)))));
  };
  const figuresOf = ({ sender: { plantId } }: SendingPlant, days: number) =>
    database.reading(plantId, (client) => waterFigures(client, plantId, 'DEMO', { toDay: today, days }));
  /** What a unit's series came to, KL. */
  const klOf = (plant: SendingPlant, unit: number, days: readonly number[]): number =>
    days.reduce((all, day) => all + (dayOf(plant.uids[unit] ?? '', day, 1).total.sum ?? 0), 0) / 1000;
  const lastDays = (count: number): number[] => Array.from({ length: count }, (_, age) => today - age);

  it('count water once where one meter is behind another, or part of a sum', async () => {
    const plant = await plantOf([
      { id: 'U0', as: SOURCES },
      { id: 'U1', as: SOURCES, meta: { subMeterOf: 'U0' } },
      { id: 'U2', as: ['ID_CONSUMPTION'] },
      { id: 'U3', as: SOURCES, type: 'virtual', meta: { expression: [{ unitId: 'U0', factor: 1 }] } },
    ]);
    await send(plant, lastDays(3));
    const figures = await figuresOf(plant, 3);
    expect(figures?.intake).toEqual({ kl: expect.closeTo(klOf(plant, 0, lastDays(3)), 6), days: 3 });
    expect(figures?.used?.kl).toBeCloseTo(klOf(plant, 2, lastDays(3)), 6);
  });

  it('say of how many days, where a plant has fewer than was asked for', async () => {
    const plant = await plantOf([{ id: 'U0', as: SOURCES }]);
    await send(plant, [today, today - 1, today - 2, today - 31]);
    const figures = await figuresOf(plant, 30);
    expect(figures?.intake).toEqual({ kl: expect.closeTo(klOf(plant, 0, lastDays(3)), 6), days: 3 });
    expect(figures?.before).toEqual({ kl: expect.closeTo(klOf(plant, 0, [today - 31]), 6), days: 1 });
    // no meter counts as use: what was taken in was used
    expect(figures?.used).toEqual(figures?.intake);
  });

  it('know water for what was made in months of which every day is there, and in no others', async () => {
    const month = (ago: number): string => {
      const [year = 0, of = 0] = dateOfDay(today).split('-').map(Number);
      return new Date(Date.UTC(year, of - 1 - ago, 1)).toISOString().slice(0, 7);
    };
    const daysOf = (ago: number): number[] => {
      const { fromDay, toDay } = daysOfMonth(month(ago));
      return Array.from({ length: toDay - fromDay + 1 }, (_, place) => fromDay + place);
    };
    const plant = await plantOf(
      [{ id: 'U0', as: SOURCES }],
      [
        { month: month(3), product: 'Juice', quantity: 500, unit: 't' },
        { month: month(2), product: 'Juice', quantity: 40_000, unit: 'kg' },
        { month: month(1), product: 'Juice', quantity: 20, unit: 't' },
        { month: month(0), product: 'Juice', quantity: 90, unit: 't' },
      ],
    );
    // of the month three before a day is missing, and this month is not over
    await send(plant, [...daysOf(3).slice(1), ...daysOf(2), ...daysOf(1), today]);
    const figures = await figuresOf(plant, 30);
    const kl = klOf(plant, 0, [...daysOf(2), ...daysOf(1)]);
    expect(figures?.product).toEqual({ klPer: expect.closeTo(kl / 60, 6), kind: 't', months: 2, lastMonth: month(1) });
  });

  it('say nothing where the rows of a plant are of a form that is not known', async () => {
    const plant = await plantOf([{ id: 'U0', as: SOURCES, meta: { subMeterOf: 5 } }]);
    await send(plant, [today]);
    expect(await figuresOf(plant, 30)).toBeNull();
  });

  it('leave out a day whose total is not what its plant sent, and name the day', async () => {
    const plant = await plantOf([{ id: 'U0', as: SOURCES }]);
    await send(plant, lastDays(4));
    const { plantId } = plant.sender;
    const flip = (column: string, day: number) =>
      database.inTurn(plantId, (client) =>
        client.query(`update block set ${column} = ${column} + 64 where plant_id = $1 and day = $2`, [plantId, day]),
      );
    await flip('sum', today - 1);
    await flip('complete', today - 2);
    const damaged = new Set<number>();
    const figures = await database.reading(plantId, (client) =>
      waterFigures(client, plantId, 'DEMO', { toDay: today, days: 4, damaged }),
    );
    expect(figures?.intake).toEqual({ kl: expect.closeTo(klOf(plant, 0, [today, today - 3]), 6), days: 2 });
    expect([...damaged].toSorted()).toEqual([today - 2, today - 1]);
  });

  it('count the totals of rows that were taken in before there were checksums', async () => {
    const plant = await plantOf([{ id: 'U0', as: SOURCES }]);
    await send(plant, lastDays(2));
    const { plantId } = plant.sender;
    await database.inTurn(plantId, (client) => client.query('update block set checksum = null where plant_id = $1', [plantId]));
    expect((await figuresOf(plant, 2))?.intake?.days).toBe(2);
  });
});
