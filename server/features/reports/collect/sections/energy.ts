import { placesOfLimits } from '../../../../contract/rules/finePlaces.ts';
import type { EnergyUnit } from '../../../../contract/user/deviceData.ts';
import { countedOnce } from '../../../../plantModel/index.ts';
import type { Row, TableSection } from '../../model.ts';
import type { ReportPart } from '../../parts.ts';
import { bucketChart, bucketTables } from '../buckets.ts';
import {
  amountRow,
  beside,
  kpiOf,
  number,
  percent,
  pricesOfNow,
  text,
  time,
  totalLine,
  trustColumns,
  underHeadings,
  withChange,
} from '../columns.ts';
import type { Collecting } from '../context.ts';
import { readFamily, type UnitFamily } from '../readUnits.ts';
import type { UnitReading } from '../unitReading.ts';
import { type Counters, countersOf, type Display, displayColumns } from './counters.ts';

const family: UnitFamily = { standardCategoryId: 'ENERGY_CATEGORY', wants: ({ type }) => type === 'energy' };

const energyRow = (reading: UnitReading, energy: EnergyUnit | undefined, counters: Counters): Row =>
  amountRow(reading, 'energy', counters.of(reading.series.id), () => ({
    apparent: energy?.kVAh ?? null,
    pf: energy?.pf ?? null,
    demand: energy?.maxDemandKVA ?? null,
    demandAt: energy?.maxDemandAt ? Date.parse(energy.maxDemandAt) : null,
    contract: energy?.contractKVA ?? null,
    sec: energy?.secKWhPerKL ?? null,
    cost: energy?.cost ?? null,
    carbon: energy?.kgCO2 ?? null,
  }));

/** A table of meters; those behind others are not added up, as they are counted already. */
type EnergyTable = Pick<TableSection, 'key' | 'title' | 'rows'> & {
  readings: readonly UnitReading[];
  displays: readonly Display[];
  hasTotal: boolean;
  currency: string;
  /** Of the energy. */
  shown: { unit: string; places: number };
};

const energyTable = ({
  key,
  title,
  rows,
  readings,
  displays,
  hasTotal,
  currency,
  shown: { unit, places },
}: EnergyTable): TableSection => ({
  kind: 'table',
  key,
  title,
  columns: [
    text('unit', 'Meter'),
    ...displayColumns(displays, 'counter'),
    number('energy', 'Energy', unit, places),
    number('previous', 'Period before', unit, places),
    percent('change', 'Change'),
    number('apparent', 'Apparent energy', 'kVAh', 1),
    number('pf', 'Power factor', '', 3),
    beside(number('demand', 'Highest demand', 'kVA', 1), 'contract'),
    time('demandAt', 'At'),
    number(
      'contract',
      'Contract',
      'kVA',
      placesOfLimits(
        readings.map(({ unit: { meta } }) => meta.contractKVA),
        0,
      ),
    ),
    number('sec', 'Specific energy', 'kWh/KL', 3),
    number('cost', 'Cost', currency, 2),
    number('carbon', 'CO₂', 'kg', 1),
    ...trustColumns(unit, places),
  ],
  rows,
  ...(hasTotal && { total: withChange(totalLine(rows, ['energy', 'previous', 'estimated']), readings, 'energy') }),
  notes: [
    ...(hasTotal ? [] : ['Counted already by a meter above: not part of its total.']),
    ...(rows.some(({ cells }) => cells.cost !== null) ? [pricesOfNow] : []),
  ],
});

/** Electricity meters: energy, demand, power factor, cost, and energy per water. */
export const energyMeters = async (context: Collecting): Promise<ReportPart> => {
  const readings = await readFamily(context, family);
  const [first] = readings;
  if (!first) return { kpis: [], sections: [], readings };
  const { window, source, order } = context;
  const counters = countersOf(context, readings);
  const rows = new Map<UnitReading, Row>();
  for (const reading of readings) {
    await source.pace.turn();
    rows.set(reading, energyRow(reading, (await reading.shown()).energy, counters));
  }
  const main = countedOnce(readings);
  const behind = readings.filter((reading) => !main.includes(reading));
  const listed = (own: readonly UnitReading[]): Row[] =>
    underHeadings(
      own,
      ({ sub }) => sub.displayName,
      (reading) => rows.get(reading) ?? { cells: {} },
    );
  const tableOf = (key: string, title: string, own: readonly UnitReading[], hasTotal: boolean): TableSection =>
    energyTable({
      ...{ key, title, rows: listed(own), readings: own, hasTotal },
      displays: own.map(({ series }) => counters.of(series.id)),
      currency: context.industry.currency,
      shown: first.measure,
    });
  return {
    kpis: [kpiOf('energy', 'Energy', main)],
    sections: [
      tableOf('energy', 'Energy', main, true),
      ...(behind.length > 0 ? [tableOf('subEnergy', 'Energy: sub-meters', behind, false)] : []),
      ...bucketChart({ key: 'energyChart', title: 'Energy' }, window, [{ name: 'All meters', readings: main }]),
      ...(order.service === 'energy' && order.type !== 'daily' && order.type !== 'granular'
        ? bucketTables(readings, window, source.nowSlot)
        : []),
    ],
    readings,
  };
};
