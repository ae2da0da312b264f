import type { UnitV2 } from '../../../../contract/user/deviceData.ts';
import { seriesOf } from '../../../../historian/index.ts';
import { isYearsPart, permittedKL } from '../../../../plantModel/index.ts';
import type { Row } from '../../model.ts';
import type { ReportPart } from '../../parts.ts';
import { bucketChart, bucketTables } from '../buckets.ts';
import { beside, cell, completeOf, isEstimated, kpiOf, number, share, text, underHeadings } from '../columns.ts';
import type { Collecting } from '../context.ts';
import { readFamily, type UnitFamily } from '../readUnits.ts';
import type { UnitReading } from '../unitReading.ts';
import { countersOf, type Display, displayColumns } from './counters.ts';

const isWell = ({ type, standardCategoryId, standardCategoryIds }: UnitReading['unit']): boolean =>
  type === 'borewell' || (type === 'level' && [standardCategoryId, ...standardCategoryIds].includes('GROUND_WATER_LEVEL'));

const family: UnitFamily = { standardCategoryId: 'GROUND_WATER_LEVEL', wants: isWell };
const abstraction: UnitFamily = {
  standardCategoryId: 'SOURCE_CATEGORY',
  wants: (unit) => isWell(unit) && seriesOf(unit, 'volume') !== undefined,
};

/** A well by its level, and its meter where it has one: a row is as complete as both. */
type Well = { reading: UnitReading; pumped: UnitReading | undefined };

/** @param days that a permit is for; none where only some hours of them are counted. */
const wellRow = ({ reading, pumped }: Well, well: UnitV2['borewell'], days: readonly number[], counters: Display): Row => {
  const { unit } = reading;
  const permitKL = permittedKL(unit, days);
  const usedKL = well?.abstractionKL ?? null;
  return {
    cells: {
      unit: unit.name,
      ...counters,
      static: well?.swlMbgl ?? null,
      pumping: well?.pwlMbgl ?? null,
      drawdown: well?.drawdownM ?? null,
      capacity: well?.specificCapacity ?? null,
      hours: well?.runHours ?? null,
      abstraction: usedKL,
      permit: cell(permitKL),
      ofPermit: usedKL === null || !permitKL ? null : cell((100 * usedKL) / permitKL),
      noc: unit.meta.well?.noc?.number ?? '',
      yearsPart: days.some((day) => isYearsPart(unit, day)) ? 1 : 0,
      complete: completeOf(pumped ? [reading, pumped] : [reading]),
    },
    starred: [
      ...(well?.recovering ? ['static'] : []),
      ...(pumped && isEstimated(pumped) && usedKL !== null ? ['abstraction'] : []),
    ],
  };
};

/** Wells and piezometers: levels at rest and pumping, hours, abstraction against the permit. */
export const wells = async (context: Collecting): Promise<ReportPart> => {
  const readings = await readFamily(context, family);
  if (readings.length === 0) return { kpis: [], sections: [], readings };
  const pumped = await readFamily(context, abstraction);
  const counters = countersOf(context, pumped);
  const { window, order, source } = context;
  const pumpedOf = new Map(pumped.map((one) => [one.unit.id, one]));
  const rows = new Map<UnitReading, Row>();
  const displays: Display[] = [];
  for (const reading of readings) {
    await source.pace.turn();
    const days = order.hours ? [] : Array.from({ length: window.toDay - window.fromDay + 1 }, (_, at) => window.fromDay + at);
    const display = counters.of(seriesOf(reading.unit, 'volume')?.id ?? -1);
    displays.push(display);
    const well = { reading, pumped: pumpedOf.get(reading.unit.id) };
    rows.set(reading, wellRow(well, (await reading.shown()).borewell, days, display));
  }
  const isOwn = order.service === 'borewell';
  return {
    kpis: pumped.length > 0 ? [kpiOf('abstraction', 'Abstraction', pumped)] : [],
    sections: [
      {
        kind: 'table',
        key: 'wells',
        title: 'Wells',
        columns: [
          text('unit', 'Well'),
          number('static', 'Static level', 'm bgl', 2),
          number('pumping', 'Pumping level', 'm bgl', 2),
          number('drawdown', 'Drawdown', 'm', 2),
          number('capacity', 'Specific capacity', 'm³/h per m', 2),
          number('hours', 'Pump hours', 'h', 2),
          ...displayColumns(displays, 'counter'),
          beside(number('abstraction', 'Abstraction', 'KL', 2), 'permit'),
          beside(number('permit', 'Permitted', 'KL', 2), 'abstraction'),
          share('ofPermit', 'Of permit'),
          text('noc', 'Permit'),
          share('complete', 'Complete'),
        ],
        rows: underHeadings(
          readings,
          ({ sub }) => sub.displayName,
          (reading) => rows.get(reading) ?? { cells: {} },
        ),
        notes: ['A starred static level is the most recovered one: the pump had not rested for four hours.'],
      },
      ...readings.flatMap((reading, at) =>
        bucketChart(
          { key: `well${at}`, title: `${reading.unit.name}: depth to water` },
          window,
          [{ name: reading.unit.name, readings: [reading] }],
          {
            form: 'lines',
            isReversed: true,
          },
        ),
      ),
      ...(isOwn && order.type !== 'daily' && order.type !== 'granular'
        ? bucketTables([...readings, ...pumped], window, source.nowSlot)
        : []),
    ],
    readings: [...readings, ...(isOwn ? pumped : [])],
  };
};
