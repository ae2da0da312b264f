import { expect, it } from 'vitest';
import type { CompareSide } from '../../contract/user/deviceDataCompare.ts';
import type { DeviceDataV1 } from '../../contract/user/deviceDataV1.ts';
import type { GranularPoint } from '../../contract/user/granular.ts';
import { dateOfDay, daysOfMonth } from '../../core/shift.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { dmyOfDay } from '../../historian/index.ts';
import { type MadePlant, type PlainUnit, plainAmount } from '../../test/randomPlant.ts';
import { type Ask, ofRandomPlants, withReadings } from '../../test/randomPlantRig.ts';

const RUNS = 4;
/** Shares of a gap are rounded to thousandths of a litre each. */
const NOISE_L = 0.05;

type Window = { fromDay: number; toDay: number };

const amountIn = ({ plant, nowSlot }: MadePlant, unit: PlainUnit, { fromDay, toDay }: Window): number | null => {
  const last = plant.calendar.windowOfDay(toDay);
  const to = Math.min(nowSlot, last.firstSlot + last.slots);
  return plainAmount(unit, plant.calendar.windowOfDay(fromDay).firstSlot, to).litres;
};

const near = (found: number | null | undefined, litres: number | null, about: string): void => {
  if (litres === null) expect(found ?? null, about).toBe(null);
  else expect(Math.abs((found ?? Number.NaN) - litres), `${about}: ${found} for ${litres}`).toBeLessThanOrEqual(NOISE_L);
};

/** The first API's days, months and years, two windows side by side. */
const checkFirstApi = async (made: MadePlant, ask: Ask): Promise<void> => {
  const { firstDay, today } = made;
  const month = (day: number): Window => ({ ...daysOfMonth(dateOfDay(day).slice(0, 7)), toDay: day });
  const year = (day: number): Window => ({ fromDay: day - 400, toDay: day });
  // by years from the day the plant joined
  const joinedDay = made.plant.calendar.dayOfSlot(made.joinedSlot);
  const since = (day: number): Window => ({ fromDay: Math.min(joinedDay, day), toDay: day });
  const asked = {
    HOUR: (day: number): Window => ({ fromDay: day, toDay: day }),
    DATE: month,
    MONTH: year,
    YEAR: joinedDay > 0 ? since : year,
  };
  for (const type of ['HOUR', 'DATE', 'MONTH', 'YEAR'] as const) {
    const [date1, date2] = [today, firstDay + 1];
    const query = `date1=${dmyOfDay(date1)}&date2=${dmyOfDay(date2)}&type=${type}&category=source&divisionFactor=1`;
    const data = (await ask(`/user/deviceData?${query}`)).body as DeviceDataV1;
    for (const sub of data.subCategories)
      for (const shown of sub.units) {
        const unit = made.units.find(({ id }) => id === shown.unitId);
        if (!unit) continue;
        const about = `v1 ${type} ${unit.id}`;
        near(shown.value1, amountIn(made, unit, asked[type](date1)), about);
        if (type === 'HOUR' || type === 'DATE') near(shown.value2, amountIn(made, unit, asked[type](date2)), `${about} second`);
        const bars = shown.series1.values.reduce((sum, value) => sum + value, 0);
        near(shown.value1 === null ? null : bars, shown.value1, `${about} bars`);
      }
  }
};

const checkCompare = async (made: MadePlant, ask: Ask): Promise<void> => {
  const { plant, units, firstDay, today } = made;
  const ids = units.map(({ id }) => id).filter((id) => plant.unit('DEMO', id)?.subCategoryId !== 'off');
  const dates = `dateA1=${dmyOfDay(today)}&dateB1=${dmyOfDay(firstDay + 1)}&type=DAY`;
  const asked = `ids1=${ids}&ids2=${ids}&category=SOURCE_CATEGORY&divisionFactor=1`;
  const { data1, data2 } = (await ask(`/user/deviceDataV2/compare?${dates}&${asked}`)).body as Record<
    'data1' | 'data2',
    CompareSide
  >;
  for (const [side, day] of [[data1, today] as const, [data2, firstDay + 1] as const])
    for (const item of side.items) {
      const unit = units.find(({ id }) => id === item.id);
      if (unit) near(item.total, amountIn(made, unit, { fromDay: day, toDay: day }), `compared ${item.id} ${dateOfDay(day)}`);
    }
};

/** Each row of the export and each point of a day is a slot as it has to be. */
const checkSlots = async (made: MadePlant, ask: Ask): Promise<void> => {
  const { plant, firstDay, today, nowSlot } = made;
  const { text } = await ask(`/plant/readings/export?startDate=${dmyOfDay(firstDay)}&endDate=${dmyOfDay(today)}`);
  const rows = new Map<string, Map<number, [value: string, letter: string]>>();
  for (const line of text.split('\r\n').slice(1)) {
    const [time = '', unitId = '', , param, , value = '', letter = ''] = line.split(',');
    if (param !== 'volume') continue;
    const own = rows.get(unitId) ?? new Map<number, [string, string]>();
    rows.set(unitId, own.set(Date.parse(time) / SLOT_MS, [value, letter]));
  }
  for (const unit of made.units) {
    const { firstSlot } = plant.calendar.windowOfDay(firstDay);
    expect(rows.get(unit.id)?.size, `rows of ${unit.id}`).toBe(nowSlot - firstSlot);
    for (const [slot, [value, letter]] of rows.get(unit.id) ?? []) {
      const about = `export ${unit.id} ${new Date(slot * SLOT_MS).toISOString()}`;
      const plain = unit.slots.get(slot);
      expect(letter === 'R' ? 'G' : letter, about).toBe(plain?.letter ?? 'M');
      near(value === '' ? null : Number(value), plain?.litres ?? null, about);
    }
    const { data1 } = (await ask(`/user/granular/unit?date1=${dmyOfDay(today)}&unitId=${unit.id}&divisionFactor=1`)).body as {
      data1: GranularPoint[];
    };
    for (const { t, v, q } of data1) {
      const slot = Date.parse(t) / SLOT_MS;
      const plain = slot < nowSlot ? unit.slots.get(slot) : undefined;
      expect(q === 'R' ? 'G' : q, `granular ${unit.id} ${t}`).toBe(plain?.letter ?? 'M');
      near(v, plain?.litres ?? 0, `granular ${unit.id} ${t}`);
    }
  }
};

it('lists, comparisons and exports of a random plant are those of adding up its slots by hand', async () => {
  await ofRandomPlants(RUNS, (made) =>
    withReadings(made, async (ask) => {
      for (let again = 0; again < 2; again += 1) {
        if (again > 0) await made.correct();
        await checkFirstApi(made, ask);
        await checkCompare(made, ask);
        await checkSlots(made, ask);
      }
    }),
  );
}, 60_000);
