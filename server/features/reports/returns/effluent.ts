import { Failure } from '../../../core/fail.ts';
import { MINUTES_PER_QUARTER, type QuarterHour, SLOT_MINUTES, SLOT_MS } from '../../../core/slots.ts';
import { linkedFlow, qualitySeries, readWhileFlowing } from '../../../historian/index.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { loadsOf } from '../../readings/index.ts';
import {
  beside,
  cell,
  isEstimated,
  kpiOf,
  number,
  share,
  sumOf,
  text,
  time,
  trustCells,
  trustColumns,
} from '../collect/columns.ts';
import { amountOf, readFamily, readParams } from '../collect/readUnits.ts';
import { eventsOf, eventTable } from '../collect/sections/events.ts';
import type { UnitReading } from '../collect/unitReading.ts';
import type { Column, Row, Section, TableSection } from '../model.ts';
import { dayTables, type LimitedReading, placesOf, quarterCharts, quarterSheet } from './effluentDays.ts';
import { exceedancesOf, sideOf } from './exceedances.ts';
import type { ReturnContext, ReturnPart, ReturnSubject } from './part.ts';

const MOST_SHOWN = 500;

/** Analysers of water that leaves or is treated to leave: by consent, destination or treatment, their own or their meter's. */
const watches = (unit: Unit, unitOf: (unitId: string) => Unit | undefined): boolean =>
  [unit, linkedFlow(unit, unitOf)?.unit].some(
    (one) =>
      one !== undefined &&
      (one.meta.underConsent === true || one.meta.dischargeTo !== undefined || one.meta.treatment !== undefined),
  );

const limitedReadingOf = (reading: UnitReading, { window, source }: ReturnContext): LimitedReading => {
  const { unit, series } = reading;
  const spec = unit.meta.params?.[series.param];
  const limits = { low: spec?.lt ?? null, high: spec?.ht ?? null };
  const toSlot = Math.min(window.toSlot, source.nowSlot);
  const { quarters } = readWhileFlowing(unit, series, { fromSlot: window.fromSlot, toSlot }, source);
  const name = spec?.name ?? series.param;
  return {
    reading,
    name,
    measure: spec?.unit ?? series.measure,
    limits,
    quarters,
    exceedances: exceedancesOf(quarters, limits),
  };
};

const means = (quarters: readonly QuarterHour[]): number[] => quarters.flatMap(({ mean }) => (mean === null ? [] : [mean]));

const parameterRow = (
  { reading, name, measure, limits, quarters, exceedances }: LimitedReading,
  loadKgDay: number | null,
): Row => {
  const known = means(quarters);
  const out = quarters.filter(({ mean }) => sideOf(mean, limits) !== null).length;
  return {
    cells: {
      unit: reading.unit.name,
      param: name,
      measure,
      low: limits.low,
      high: limits.high,
      source: reading.unit.meta.params?.[reading.series.param]?.limitSource ?? '',
      min: known.length > 0 ? cell(Math.min(...known)) : null,
      mean: known.length > 0 ? cell(known.reduce((sum, value) => sum + value, 0) / known.length) : null,
      max: known.length > 0 ? cell(Math.max(...known)) : null,
      quarters: quarters.length,
      valid: quarters.length > 0 ? cell((100 * known.length) / quarters.length) : null,
      out: known.length > 0 ? out : null,
      minutes: known.length > 0 ? MINUTES_PER_QUARTER * out : null,
      times: known.length > 0 ? exceedances.length : null,
      load: loadKgDay,
    },
  };
};

const parameterTable = async (all: readonly LimitedReading[], context: ReturnContext): Promise<TableSection> => {
  const loads = new Map<string, Awaited<ReturnType<typeof loadsOf>>>();
  for (const { reading } of all)
    if (!loads.has(reading.unit.id)) {
      const { source, window, rates, order } = context;
      const formatting = { source, window, rates, gathered: new Map(), divisionFactor: order.divisionFactor, siUnit: '' };
      const load = await loadsOf(reading.unit, { ...formatting, nowMs: source.nowMs, unitOf: source.unitOf });
      loads.set(reading.unit.id, load);
    }
  const places = placesOf(all);
  return {
    kind: 'table',
    key: 'parameters',
    title: 'Parameters by means of quarter hours',
    columns: [
      text('unit', 'Analyser'),
      text('param', 'Parameter'),
      text('measure', 'Unit'),
      number('low', 'Low limit', '', places),
      number('high', 'High limit', '', places),
      text('source', 'Limit from'),
      beside(number('min', 'Smallest', '', places), 'low', 'high'),
      beside(number('mean', 'Mean', '', places), 'low', 'high'),
      beside(number('max', 'Largest', '', places), 'low', 'high'),
      number('quarters', 'Quarter hours', '', 0),
      share('valid', 'Valid'),
      number('out', 'Out of limits', '', 0),
      number('minutes', 'Out', 'min', 0),
      number('times', 'Exceedances', '', 0),
      number('load', 'Load', 'kg/d', 3),
    ],
    rows: all.map((one) => parameterRow(one, loads.get(one.reading.unit.id)?.[one.reading.series.param] ?? null)),
    notes: [
      'A mean of a quarter hour needs two valid slots of three, measured or entered by a person while water flowed. pH is averaged as pH.',
      'The load is concentration times volume, slot by slot, of analysers that have a meter of their water.',
    ],
  };
};

const exceedanceTable = (all: readonly LimitedReading[]): TableSection => {
  const found = all
    .flatMap((one) => one.exceedances.map((exceedance) => ({ one, exceedance })))
    .toSorted((a, b) => a.exceedance.fromSlot - b.exceedance.fromSlot);
  const places = placesOf(all);
  return {
    kind: 'table',
    key: 'exceedances',
    title: 'Exceedances',
    columns: [
      time('from', 'From'),
      time('to', 'To'),
      number('minutes', 'Lasted', 'min', 0),
      text('unit', 'Analyser'),
      text('param', 'Parameter'),
      text('side', 'Side'),
      number('limit', 'Limit', '', places),
      beside(number('extreme', 'Farthest mean', '', places), 'limit'),
      text('cause', 'Cause'),
      text('action', 'Action taken'),
    ],
    rows: found.slice(0, MOST_SHOWN).map(({ one: { reading, name, limits }, exceedance }) => ({
      cells: {
        from: exceedance.fromSlot * SLOT_MS,
        to: exceedance.toSlot * SLOT_MS,
        minutes: SLOT_MINUTES * (exceedance.toSlot - exceedance.fromSlot),
        unit: reading.unit.name,
        param: name,
        side: exceedance.side,
        limit: exceedance.side === 'above' ? limits.high : limits.low,
        extreme: cell(exceedance.extreme),
        cause: '',
        action: '',
      },
    })),
    empty: 'No mean of a quarter hour was outside a limit.',
    notes: [
      'Cause and action are for the person who signs.',
      ...(found.length > MOST_SHOWN ? [`The first ${MOST_SHOWN} of ${found.length}.`] : []),
    ],
  };
};

const flowTable = (flows: readonly UnitReading[]): TableSection => ({
  kind: 'table',
  key: 'flows',
  title: 'Volumes',
  columns: [
    text('unit', 'Meter'),
    text('treatment', 'Treatment'),
    text('to', 'Discharged to'),
    number('volume', 'Volume', 'm³', 2),
    ...trustColumns('m³', 2),
  ],
  rows: flows.map((reading) => {
    const volume = cell(amountOf(reading.total, reading));
    const { treatment = '', dischargeTo: to = '' } = reading.unit.meta;
    return {
      cells: { unit: reading.unit.name, treatment, to, volume, ...trustCells(reading) },
      ...(isEstimated(reading) && volume !== null && { starred: ['volume'] }),
    };
  }),
  empty: 'No meter belongs to these analysers.',
});

const instrumentTable = (all: readonly LimitedReading[]): TableSection => {
  const date = (key: string, name: string): Column => ({ key, name, kind: 'date' });
  return {
    kind: 'table',
    key: 'instruments',
    title: 'Instruments',
    columns: [
      text('unit', 'Analyser'),
      text('param', 'Parameter'),
      text('make', 'Make'),
      text('serial', 'Number'),
      date('calibrated', 'Calibrated on'),
      text('surrogate', 'How it is measured'),
      date('lab', 'Compared with a laboratory on'),
    ],
    rows: all.map(({ reading: { unit, series }, name }) => {
      const spec = unit.meta.params?.[series.param];
      return {
        cells: {
          unit: unit.name,
          param: name,
          make: unit.meta.meterMake ?? '',
          serial: unit.meta.meterSerial ?? '',
          calibrated: unit.meta.calibratedOn?.slice(0, 10) ?? null,
          surrogate: spec?.surrogate ? 'inferred from another quantity' : 'directly',
          lab: spec?.labComparedOn?.slice(0, 10) ?? null,
        },
      };
    }),
  };
};

/** What was discharged, by means of quarter hours against the limits. */
const collect = async (context: ReturnContext): Promise<ReturnPart> => {
  const { order, source } = context;
  const wants = (unit: Unit): boolean => unit.type === 'quality' && (order.unitIds !== null || watches(unit, source.unitOf));
  const readings = (await readParams(context, { standardCategoryId: 'QUALITY_CATEGORY', wants }, () => true)).toSorted((a, b) =>
    a.unit.id === b.unit.id ? qualitySeries(a.unit).indexOf(a.series) - qualitySeries(b.unit).indexOf(b.series) : 0,
  );
  if (readings.length === 0)
    throw new Failure('noData', 'No data: no analyser is under consent or belongs to treated or discharged water');
  const all: LimitedReading[] = [];
  for (const reading of readings) {
    await source.pace.turn();
    all.push(limitedReadingOf(reading, context));
  }
  const meters = new Set(readings.flatMap(({ unit }) => linkedFlow(unit, source.unitOf)?.unit.id ?? []));
  const flows = await readFamily(
    { ...context, order: { ...order, unitIds: [...meters] } },
    { standardCategoryId: 'SOURCE_CATEGORY', wants: ({ id }) => meters.has(id), siUnit: 'KL' },
  );
  const sections: Section[] = [
    await parameterTable(all, context),
    exceedanceTable(all),
    flowTable(flows),
    ...dayTables(all, context),
    ...quarterCharts(all, context),
    instrumentTable(all),
    eventTable(eventsOf(context, flows)),
  ];
  return {
    kpis: flows.length > 0 ? [kpiOf('volume', 'Volume of the metered effluent', flows)] : [],
    sections,
    readings: [...readings, ...flows],
    data: quarterSheet(all),
    dataRows: sumOf(all.map(({ quarters }) => quarters.length)) ?? 0,
    notes: [
      order.unitIds === null
        ? 'Listed are the analysers under consent, and those whose water, by its meter, is treated or discharged.'
        : 'Listed are the analysers that were asked for.',
      'Sectors and consents have limits of their own: those printed are the ones entered for each analyser, with where they come from.',
    ],
  };
};

export const effluent: ReturnSubject = {
  title: 'Effluent quality return',
  step: 'day',
  signatures: ['Prepared by', 'Environment officer', 'Authorised signatory'],
  collect,
};
