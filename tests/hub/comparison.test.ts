/** What plants are compared by: water of the meters that count, of the days that are there, and of whole months for what was made. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dateOfDay, daysOfMonth } from '../../server/core/shift.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { waterFigures } from '../../server/hub/fleet/waterFigures.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf, type SendingPlant, today } from '../../server/hub/testing/sentDays.ts';
import { comparedPlant, deadDay, type GivenUnit } from './comparedPlant.ts';

const SOURCES = ['ID_SOURCE'];

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

  const plantOf = async (units: GivenUnit[], production: object[] = []): Promise<SendingPlant> => {
    const plant = await comparedPlant(database, units, production);
    onTestFinished(() => plant.stop());
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

  it('say how much was measured, with the days on which a meter was dead or has no row, and none of what is entered by hand', async () => {
    const plant = await plantOf([
      { id: 'U0', as: SOURCES },
      { id: 'U1', as: SOURCES },
      { id: 'U2', as: SOURCES, type: 'manual' },
    ]);
    const [one = '', two = '', byHand = ''] = plant.uids;
    const sent = [
      ...lastDays(4).map((day) => dayOf(one, day, 1)),
      dayOf(two, today, 1),
      ...[today - 1, today - 2].map((day) => deadDay(two, day)),
      dayOf(byHand, today, 1),
    ];
    await plant.commit(plant.write(sent));
    // four days of six slots of two meters, and the one day that was entered
    const complete = sent.reduce((all, { total }) => all + total.complete, 0);
    expect((await figuresOf(plant, 4))?.completeness).toBeCloseTo((100 * complete) / (2 * 4 * 6 + 6), 6);
    // of days before the first there is nothing to say
    expect((await figuresOf(plant, 30))?.completeness).toBeCloseTo((100 * complete) / (2 * 4 * 6 + 6), 6);
  });

  it('count a virtual unit as its plant does, which knows it where all of its meters are known', async () => {
    const expression = [
      { unitId: 'U1', factor: 1 },
      { unitId: 'U2', factor: -1 },
    ];
    const plant = await plantOf([
      { id: 'U0', as: SOURCES, type: 'virtual', meta: { expression } },
      { id: 'U1', as: [] },
      { id: 'U2', as: [] },
    ]);
    const [virtual = '', above = '', behind = ''] = plant.uids;
    await plant.commit(
      plant.write([...lastDays(4).map((day) => dayOf(above, day, 1)), dayOf(behind, today, 1), dayOf(virtual, today, 1)]),
    );
    expect((await figuresOf(plant, 4))?.intake).toEqual({ kl: expect.closeTo(klOf(plant, 0, [today]), 6), days: 1 });
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

  it('know it of no month of which one of the meters lacks a day, whatever the others have', async () => {
    const [year = 0, of = 0] = dateOfDay(today).split('-').map(Number);
    const month = new Date(Date.UTC(year, of - 2, 1)).toISOString().slice(0, 7);
    const { fromDay, toDay } = daysOfMonth(month);
    const all = Array.from({ length: toDay - fromDay + 1 }, (_, place) => fromDay + place);
    const production = [{ month, product: 'Juice', quantity: 20, unit: 't' }];
    const sent = async (second: readonly number[]) => {
      const plant = await plantOf(
        [
          { id: 'U0', as: SOURCES },
          { id: 'U1', as: SOURCES },
        ],
        production,
      );
      const [one = '', two = ''] = plant.uids;
      await plant.commit(plant.write([...all.map((day) => dayOf(one, day, 1)), ...second.map((day) => dayOf(two, day, 1))]));
      return { plant, product: (await figuresOf(plant, 30))?.product };
    };
    expect((await sent(all.toSpliced(9, 1))).product).toBeNull();
    const { plant, product } = await sent(all);
    const kl = klOf(plant, 0, all) + klOf(plant, 1, all);
    expect(product).toEqual({ klPer: expect.closeTo(kl / 20, 6), kind: 't', months: 1, lastMonth: month });
    // a meter that was not there before has no days that are missing
    expect((await sent(all.slice(9))).product?.months).toBe(1);
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
