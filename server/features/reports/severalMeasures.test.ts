import { expect, it } from 'vitest';
import { dayNumber } from '../../core/shift.ts';
import { reportGiven } from '../../test/reportGiven.ts';
import { reportOrder } from '../../test/reportOrders.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { collect } from './collect/collect.ts';
import type { ReportModel, TableSection } from './model.ts';
import type { ReportOrder } from './order.ts';
import { collectReturn } from './returns/collect.ts';
import type { ReturnKind } from './returns/order.ts';

const date = '2026-06-10';
const day = dayNumber(date);

/** A well of 288 KL a day and a town supply of 576 KL, in categories that are shown in these. */
const plantOf = (ofWell: string, ofTown: string): TestPlant => {
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'], { siUnit: ofWell })
    .addCategory('ID_SOURCE', ['t'], { siUnit: ofTown })
    .addUnit({
      id: 'well',
      type: 'borewell',
      subCategoryId: 's',
      standardCategoryIds: ['ID_SOURCE'],
      meta: {
        well: { piezometer: false, noc: { number: 'N1', validTo: '2030-01-01', permittedKLD: 300, permittedKLY: 200_000 } },
      },
    })
    .addUnit({ id: 'town', type: 'flow', subCategoryId: 't', standardCategoryIds: ['ID_SOURCE'], meta: { unitThreshold: 600 } });
  for (const category of plant.categories('DEMO')) for (const sub of category.subCategories) sub.group = 'Sources';
  plant.write('well', 'volume', date, 0, Array(288).fill(1000));
  plant.write('town', 'volume', date, 0, Array(288).fill(2000));
  return plant;
};

const reportOf = async (plant: TestPlant, service: ReportOrder['service'] = 'water'): Promise<ReportModel> => {
  const { given, nowMs } = reportGiven(plant, day);
  const order = reportOrder({ industryId: 'DEMO', type: 'daily', fromDay: day, toDay: day, nowMs, service });
  return (await collect({ ...given, order, withSlots: false })).model;
};

const returnOf = async (plant: TestPlant, kind: ReturnKind): Promise<ReportModel> => {
  const { given, nowMs } = reportGiven(plant, day);
  const report = reportOrder({ industryId: 'DEMO', type: 'daily_range', fromDay: day, toDay: day, nowMs });
  return (await collectReturn({ ...given, order: { kind, report, fiscalYear: 2026, fiscalStartMonth: 4 } })).model;
};

const tableOf = ({ sections }: Pick<ReportModel, 'sections'>, key: string): TableSection => {
  const found = sections.find((section) => section.key === key);
  if (found?.kind !== 'table') throw new Error(`no table ${key}`);
  return found;
};

const kpiOf = ({ kpis }: Pick<ReportModel, 'kpis'>, key: string) => {
  const found = kpis.find((kpi) => kpi.key === key);
  return [found?.value, found?.unit];
};

const cellsOf = (table: TableSection, unit: string, ...keys: string[]) => {
  const cells = table.rows.find(({ cells: { unit: name } }) => name === `Unit ${unit}`)?.cells ?? {};
  return keys.map((key) => cells[key]);
};

const unitOf = ({ columns }: TableSection, key: string): string | undefined => columns.find((one) => one.key === key)?.unit;

it.each([
  ['KL', 'ML', 1],
  ['ML', 'KL', 1000],
  ['L', 'm3', 0.001],
])('a report of categories in %s and %s adds up amounts of one unit of measure', async (ofWell, ofTown, klPerUnit) => {
  const report = await reportOf(plantOf(ofWell, ofTown));
  expect(kpiOf(report, 'intake')).toEqual([864 / klPerUnit, ofWell]);
  const sources = tableOf(report, 'sources');
  expect([sources.total?.sums.volume, unitOf(sources, 'volume')]).toEqual([864 / klPerUnit, ofWell]);
  const meters = tableOf(report, 'meters1');
  expect(cellsOf(meters, 'town', 'volume', 'limit')).toEqual([576 / klPerUnit, 600 / klPerUnit]);
  expect([meters.total?.sums.volume, unitOf(meters, 'volume')]).toEqual([864 / klPerUnit, ofWell]);
});

it('what is shown in one unit of measure stays in it, whatever that of the family', async () => {
  const report = await reportOf(plantOf('ML', 'ML'));
  expect(kpiOf(report, 'intake')).toEqual([0.864, 'ML']);
});

it.each([
  ['KL', 'KL'],
  ['ML', 'ML'],
  ['L', 'L'],
  ['KL', 'ML'],
])('returns say kilolitres of categories that are shown in %s and %s', async (ofWell, ofTown) => {
  const plant = plantOf(ofWell, ofTown);
  const brsr = await returnOf(plant, 'brsr');
  expect(kpiOf(brsr, 'withdrawal')).toEqual([864, 'KL']);
  expect(cellsOf(tableOf(brsr, 'meters'), 'town', 'now')).toEqual([576]);
  expect(kpiOf(await returnOf(plant, 'gri303'), 'withdrawal')).toEqual([0.864, 'ML']);
  const groundwater = await returnOf(plant, 'groundwater');
  const permit = tableOf(groundwater, 'abstraction');
  expect(cellsOf(permit, 'well', 'volume', 'used', 'year')).toEqual([288, 96, 288]);
  expect(kpiOf(groundwater, 'abstraction')).toEqual([288, 'KL']);
});

it.each(['brsr', 'gri303', 'groundwater', 'daily'] as const)(
  'a return or report, %s, names the water of meters that are no longer shown',
  async (kind) => {
    const notesOf = async (plant: TestPlant): Promise<string> =>
      (kind === 'daily' ? await reportOf(plant) : await returnOf(plant, kind)).footnotes
        .filter((note) => note.startsWith('Not in these figures'))
        .join('\n');
    expect(await notesOf(plantOf('KL', 'KL'))).toBe('');
    const plant = plantOf('KL', 'ML')
      .addUnit({ id: 'old', type: 'borewell', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], deployed: false })
      .addUnit({ id: 'dry', type: 'borewell', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], deployed: false })
      .addCategory('STOCK_CATEGORY', ['off'], { enabled: false })
      .addUnit({ id: 'shut', type: 'borewell', subCategoryId: 'off', standardCategoryIds: ['ID_SOURCE'] })
      .write('old', 'volume', date, 0, Array(288).fill(500))
      .write('shut', 'volume', date, 0, Array(288).fill(250));
    expect(await notesOf(plant)).toBe(
      'Not in these figures: Unit old (144.00 KL), as it is retired.\nNot in these figures: Unit shut (72.00 KL), as its group is not shown.',
    );
  },
);

it.each([
  [{ permittedKLD: 300, permittedKLY: 80_000 }, [219.18, 0], ['the year’s part of permit N1, KL', 'above the limit']],
  [{ permittedKLD: null, permittedKLY: 80_000 }, [219.18, 0], ['the year’s part of permit N1, KL', 'above the limit']],
  [{ permittedKLD: 250, permittedKLY: 100_000 }, [250, 1], ['permit N1, KL', 'above the limit']],
  [{ permittedKLD: 300, permittedKLY: null }, [300, 0], ['permit N1, KL', 'kept']],
  [{ permittedKLD: 300, permittedKLY: 80_000, validTo: '2026-06-09' }, [0, 1], ['permit N1, KL', 'above the limit']],
])('288 KL of a well are above the limit of a day where its alarm is: %o', async (permit, counted, judged) => {
  const plant = plantOf('KL', 'KL');
  const noc = plant.unit('DEMO', 'well')?.meta.well?.noc;
  if (noc) Object.assign(noc, permit);
  const [permitted, over] = cellsOf(tableOf(await returnOf(plant, 'groundwater'), 'abstraction'), 'well', 'permitted', 'over');
  expect([Math.round(Number(permitted) * 100) / 100, over]).toEqual(counted);
  const { rows } = tableOf(await reportOf(plant, 'borewell'), 'compliance');
  const found = rows.find(({ cells }) => String(cells.rule).includes('N1'))?.cells;
  expect([found?.rule, found?.verdict]).toEqual(judged);
});
