import { Failure } from '../../../core/fail.ts';
import { dateOfDay } from '../../../core/shift.ts';
import { dmyOf } from '../../../core/time.ts';
import { shownUnits } from '../../../historian/index.ts';
import { dayLimitKL, permittedKL } from '../../../plantModel/index.ts';
import { joinLevels, type Well, WellLevels, wellsOf } from '../../dashboards/groundwater/index.ts';
import { beside, cell, isEstimated, kpiOf, number, share, sumOf, text, trustCells } from '../collect/columns.ts';
import { amountOf, readFamily, readParams } from '../collect/readUnits.ts';
import { countersOf, displayColumns, joinUnits } from '../collect/sections/counters.ts';
import { eventsOf, eventTable } from '../collect/sections/events.ts';
import type { UnitReading } from '../collect/unitReading.ts';
import type { Column, Row, Section, TableSection } from '../model.ts';
import { fiscalDays, fiscalName } from './fiscal.ts';
import type { ReturnContext, ReturnPart, ReturnSubject } from './part.ts';
import { tableSheet } from './tableSheet.ts';
import { type WellDay, wellDays } from './wellDays.ts';

/** A log of more days is printed by month; the data sheet has every day. */
const MOST_PRINTED_DAYS = 92;

type Structure = { well: Well; days: WellDay[]; volume: UnitReading | undefined; yearKL: number | null };

const date = (key: string, name: string): Column => ({ key, name, kind: 'date' });
const kindOf = ({ isPiezometer }: Well): string => (isPiezometer ? 'Piezometer' : 'Borewell');

const structureTable = (structures: readonly Structure[]): TableSection => ({
  kind: 'table',
  key: 'structures',
  title: 'Structures and permits',
  columns: [
    text('unit', 'Structure'),
    text('kind', 'Kind'),
    number('lat', 'Latitude', '', 5),
    number('lon', 'Longitude', '', 5),
    number('depth', 'Depth', 'm', 1),
    text('noc', 'Permit'),
    date('validTo', 'Valid to'),
    number('perDay', 'Permitted a day', 'm³', 2),
    number('perYear', 'Permitted a year', 'm³', 0),
    text('make', 'Meter'),
    text('serial', 'Meter number'),
    date('calibrated', 'Calibrated on'),
  ],
  rows: structures.map(({ well }): Row => {
    const { name, meta } = well.unit;
    const noc = meta.well?.noc;
    return {
      cells: {
        unit: name,
        kind: kindOf(well),
        lat: meta.location?.lat ?? null,
        lon: meta.location?.lon ?? null,
        depth: meta.well?.depthM ?? null,
        noc: noc?.number ?? '',
        validTo: noc?.validTo ?? null,
        perDay: noc?.permittedKLD ?? null,
        perYear: noc?.permittedKLY ?? null,
        make: [meta.meterMake, meta.meterClass && `class ${meta.meterClass}`].filter(Boolean).join(', '),
        serial: meta.meterSerial ?? '',
        calibrated: meta.calibratedOn?.slice(0, 10) ?? null,
      },
    };
  }),
});

const abstractionTable = (structures: readonly Structure[], context: ReturnContext): TableSection => {
  const metered = structures.flatMap(({ volume, ...rest }) => (volume ? [{ volume, ...rest }] : []));
  const counters = countersOf(
    context,
    metered.map(({ volume }) => volume),
  );
  const year = fiscalName(context.asked.fiscalYear, context.asked.fiscalStartMonth);
  const rows = metered.map(({ well, volume, days, yearKL }): Row => {
    const noc = well.unit.meta.well?.noc;
    const usedKL = amountOf(volume.total, volume);
    const allowedKL = permittedKL(
      well.unit,
      days.map(({ day }) => day),
    );
    return {
      cells: {
        unit: well.unit.name,
        ...counters.of(volume.series.id),
        volume: cell(usedKL),
        permitted: cell(allowedKL),
        used: usedKL === null || !allowedKL ? null : cell((100 * usedKL) / allowedKL),
        over: days.filter((one) => isOver(well, one)).length,
        hours: cell(sumOf(days.map(({ runHours }) => runHours))),
        year: cell(yearKL),
        ofYear: yearKL === null || !noc?.permittedKLY ? null : cell((100 * yearKL) / noc.permittedKLY),
        ...trustCells(volume),
      },
      ...(isEstimated(volume) && usedKL !== null && { starred: ['volume'] }),
    };
  });
  const total = (key: string): number | null => cell(sumOf(rows.map(({ cells }) => cells[key] as number | null)));
  return {
    kind: 'table',
    key: 'abstraction',
    title: 'Abstraction against the permit',
    columns: [
      text('unit', 'Structure'),
      ...displayColumns(
        metered.map(({ volume }) => counters.of(volume.series.id)),
        'reading',
      ),
      beside(number('volume', 'Abstraction', 'm³', 2), 'permitted'),
      beside(number('permitted', 'Permitted', 'm³', 2), 'volume'),
      share('used', 'Of permit'),
      number('over', 'Days above', '', 0),
      number('hours', 'Pump hours', 'h', 1),
      number('year', `${year} to date`, 'm³', 2),
      share('ofYear', 'Of the year’s permit'),
      share('complete', 'Complete'),
      number('estimated', 'Estimated', 'm³', 2),
    ],
    rows,
    total: { label: 'Total', sums: { volume: total('volume'), year: total('year'), estimated: total('estimated') } },
    empty: 'No structure has a meter of its own.',
    notes: ['Readings are those of the displays at the start of the first and the end of the last day.'],
  };
};

const isOver = (well: Well, { day, volumeKL }: WellDay): boolean => {
  const { noc } = well.unit.meta.well ?? {};
  const allowed = noc ? dayLimitKL(noc, day) : null;
  return allowed !== null && volumeKL !== null && volumeKL > allowed;
};

const levelTable = (structures: readonly Structure[]): TableSection => ({
  kind: 'table',
  key: 'waterLevels',
  title: 'Water levels',
  columns: [
    text('unit', 'Structure'),
    text('kind', 'Kind'),
    number('static', 'Static level', 'm bgl', 2),
    number('shallow', 'Shallowest', 'm bgl', 2),
    number('deep', 'Deepest', 'm bgl', 2),
    number('days', 'Days at rest', '', 0),
  ],
  rows: structures.map(({ well, days }): Row => {
    const { swlMbgl, recovering } = joinLevels(days);
    const known = days.flatMap((one) => (one.swlMbgl === null ? [] : [one.swlMbgl]));
    return {
      cells: {
        unit: well.unit.name,
        kind: kindOf(well),
        static: cell(swlMbgl),
        shallow: known.length > 0 ? cell(Math.min(...known)) : null,
        deep: known.length > 0 ? cell(Math.max(...known)) : null,
        days: days.filter((one) => one.swlMbgl !== null && !one.recovering).length,
      },
      ...(recovering && { starred: ['static'] }),
    };
  }),
  notes: [
    'The static level of a day is measured when the pumps beside it have rested for four hours and it moves by at most 2 cm an hour; a starred one is the most recovered level. Shown is the median of the days.',
  ],
});

const logColumns = (days: readonly WellDay[]): Column[] => [
  ...displayColumns(days, 'reading'),
  beside(number('volume', 'Abstraction', 'm³', 2), 'permitted'),
  beside(number('permitted', 'Permitted', 'm³', 2), 'volume'),
  number('hours', 'Pump hours', 'h', 1),
  number('static', 'Static level', 'm bgl', 2),
];

const logCells = (well: Well, days: readonly WellDay[]): Row['cells'] => ({
  open: cell(days[0]?.open ?? null),
  close: cell(days.at(-1)?.close ?? null),
  counterUnit: joinUnits(days.map(({ counterUnit }) => counterUnit)),
  volume: cell(sumOf(days.map(({ volumeKL }) => volumeKL))),
  permitted: cell(
    permittedKL(
      well.unit,
      days.map(({ day }) => day),
    ),
  ),
  hours: cell(sumOf(days.map(({ runHours }) => runHours))),
  static: cell(joinLevels(days).swlMbgl),
});

const starsOf = (days: readonly WellDay[]): string[] => [
  ...(days.some(({ estimatedKL }) => estimatedKL !== 0) ? ['volume'] : []),
  ...(joinLevels(days).recovering ? ['static'] : []),
];

const logTable = ({ well, days }: Structure, at: number): TableSection => {
  const isByMonth = days.length > MOST_PRINTED_DAYS;
  const groups = isByMonth
    ? [...Map.groupBy(days, ({ day }) => dateOfDay(day).slice(0, 7))]
    : days.map((one): [string, WellDay[]] => [dateOfDay(one.day), [one]]);
  const rows = groups.map(([when, own]): Row => ({ cells: { when, ...logCells(well, own) }, starred: starsOf(own) }));
  const sum = (key: string): number | null => cell(sumOf(rows.map(({ cells }) => cells[key] as number | null)));
  return {
    kind: 'table',
    key: `log${at + 1}`,
    title: `Log: ${well.unit.name}`,
    columns: [isByMonth ? text('when', 'Month') : date('when', 'Date'), ...logColumns(days)],
    rows,
    total: { label: 'Total', sums: { volume: sum('volume'), permitted: sum('permitted'), hours: sum('hours') } },
  };
};

const dailyRows = (structures: readonly Structure[]): Pick<TableSection, 'columns' | 'rows'> => ({
  columns: [
    date('when', 'Date'),
    text('id', 'Unit id'),
    text('unit', 'Structure'),
    ...logColumns(structures.flatMap(({ days }) => days)),
    number('estimated', 'Estimated', 'm³', 2),
  ],
  rows: structures.flatMap(({ well, days }) =>
    days.map(
      (one): Row => ({
        cells: {
          when: dateOfDay(one.day),
          id: well.unit.id,
          unit: well.unit.name,
          ...logCells(well, [one]),
          estimated: cell(one.estimatedKL),
        },
      }),
    ),
  ),
});

const levelCharts = (structures: readonly Structure[]): Section[] =>
  structures
    .filter(({ days }) => days.some(({ swlMbgl }) => swlMbgl !== null))
    .map(({ well, days }, at) => ({
      kind: 'chart',
      key: `static${at + 1}`,
      title: `Static level: ${well.unit.name}`,
      form: 'lines',
      unit: 'm bgl',
      decimals: 2,
      labels: days.map(({ day }) => dmyOf(dateOfDay(day))),
      series: [{ name: well.unit.name, values: days.map(({ swlMbgl }) => cell(swlMbgl)) }],
      isReversed: true,
    }));

/** What was taken from the ground, per structure, against its permit. */
const collect = async (context: ReturnContext): Promise<ReturnPart> => {
  const { directory, order, source, window, asked } = context;
  const wells = wellsOf(shownUnits(directory, order.industryId)).filter(({ unit }) => order.unitIds?.includes(unit.id) ?? true);
  if (wells.length === 0) throw new Failure('noData', 'No data: there is no borewell or piezometer among these units');
  const volumes = await readFamily(context, {
    standardCategoryId: 'SOURCE_CATEGORY',
    wants: (unit) => wells.some((well) => well.unit.id === unit.id && well.volume !== undefined),
    siUnit: 'KL',
  });
  const depths = await readParams(
    context,
    { standardCategoryId: 'GROUND_WATER_LEVEL', wants: ({ id }) => wells.some(({ unit }) => unit.id === id) },
    ({ param }) => param === 'level',
  );
  const levels = new WellLevels(source.reader);
  const year = fiscalDays(asked.fiscalYear, asked.fiscalStartMonth);
  const structures: Structure[] = [];
  for (const well of wells) {
    const days = await wellDays(well, levels, context);
    await source.pace.turn();
    const yearL = well.volume
      ? sumOf(source.reader.dayTotals([well.volume.id], year.fromDay, window.toDay).map(({ sum }) => sum))
      : null;
    const volume = volumes.find(({ unit }) => unit.id === well.unit.id);
    structures.push({ well, days, volume, yearKL: yearL === null ? null : yearL / 1000 });
  }
  return {
    kpis: volumes.length > 0 ? [kpiOf('abstraction', 'Abstraction', volumes)] : [],
    sections: [
      structureTable(structures),
      abstractionTable(structures, context),
      levelTable(structures),
      ...structures.map(logTable),
      ...levelCharts(structures),
      eventTable(eventsOf(context, volumes)),
    ],
    readings: [...volumes, ...depths],
    ...tableSheet(dailyRows(structures)),
    notes: [
      'A day is permitted the limit of a day, or the year’s part of a day where that is less; nothing once the permit has run out. Days above are those above the limit of a day, or after the permit.',
      'Certificates of water quality, photographs and recharge works are not kept here: add them where the authority asks for them.',
    ],
  };
};

export const groundwater: ReturnSubject = {
  title: 'Groundwater abstraction return',
  step: 'day',
  signatures: ['Prepared by', 'Authorised signatory'],
  collect,
};
