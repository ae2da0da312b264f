import { round } from '../../../core/round.ts';
import { isCountedAt } from '../../../core/slots.ts';
import {
  figuresByDay,
  type LinkedFlow,
  linkedFlow,
  qualitySeries,
  type ReadContext,
  type ServingContext,
} from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { endSlotOf, type FormatContext } from './unitBase.ts';

/** Milligrams per litre in the units that concentrations are given in. */
const mgPerLitre: Record<string, number> = { 'mg/l': 1, ppm: 1, 'g/l': 1000, 'ug/l': 0.001, 'µg/l': 0.001 };
const MG_PER_KG = 1e6;
/** What is not remembered of a day takes a quarter of a millisecond. */
const DAYS_PER_STEP = 10;

/** Sum of concentration times volume over the slots where both are known, mg; null where there is none. */
const loadMg = (
  { series, perLitre }: Concentration,
  flow: LinkedFlow,
  [fromSlot, toSlot]: readonly [number, number],
  source: ReadContext,
): number | null => {
  const volume = source.reader.slots(flow.volume.id, fromSlot, toSlot);
  const concentration = source.reader.slots(series.id, fromSlot, toSlot);
  let load: number | null = null;
  for (let at = 0; at < volume.values.length; at += 1)
    if (isCountedAt(volume.quality, at) && isCountedAt(concentration.quality, at))
      load = (load ?? 0) + (concentration.values[at] ?? 0) * perLitre * (volume.values[at] ?? 0);
  return load;
};

type Concentration = { series: SeriesInfo; perLitre: number };

/** Of one parameter by day, from what is remembered of days that are over. */
const dayLoadsMg = (
  one: Concentration,
  flow: LinkedFlow,
  { fromDay, toDay }: { fromDay: number; toDay: number },
  source: ReadContext,
): (number | null)[] => {
  const { id, industryId } = one.series;
  const ofDay = figuresByDay(source, { kind: 'load 1', subject: id, industryId }, fromDay, toDay);
  const basis = `${flow.volume.id} ${one.perLitre}`;
  return Array.from(
    { length: toDay - fromDay + 1 },
    (_, at) => ofDay(fromDay + at, basis, (...slots) => [loadMg(one, flow, slots, source)])[0] ?? null,
  );
};

const concentrationsOf = (unit: Unit): Concentration[] =>
  qualitySeries(unit).flatMap((series) => {
    const perLitre = mgPerLitre[(unit.meta.params?.[series.param]?.unit ?? series.measure).toLowerCase()];
    return perLitre === undefined ? [] : [{ series, perLitre }];
  });

/** What later questions need of a day; worked out once. */
export const loadsOfDay = (unit: Unit, day: number, source: ServingContext): void => {
  const flow = linkedFlow(unit, source.unitOf);
  if (flow) for (const one of concentrationsOf(unit)) dayLoadsMg(one, flow, { fromDay: day, toDay: day }, source);
};

/**
 * Kilograms a day that pass a quality unit's meter, by parameter that is a concentration: slot by slot, over the days that have
 * begun. Undefined for a unit without a meter of its water; null over months.
 */
export const loadsOf = async (unit: Unit, context: FormatContext): Promise<Record<string, number | null> | undefined> => {
  const { window, source } = context;
  const flow = linkedFlow(unit, context.unitOf);
  const concentrations = concentrationsOf(unit);
  if (!flow || concentrations.length === 0) return undefined;
  const loads = new Map<string, number | null>(concentrations.map(({ series }) => [series.param, null]));
  const isByDay = window.step === 'hour' || window.step === 'day';
  const toDay = Math.min(window.toDay, source.calendar.dayOfSlot(endSlotOf(context) - 1));
  const days = isByDay ? Math.max(0, toDay - window.fromDay + 1) : 0;
  if (days > 0)
    for (const one of concentrations)
      for (let fromDay = window.fromDay; fromDay <= toDay; fromDay += DAYS_PER_STEP) {
        await source.pace.turn();
        const { param } = one.series;
        for (const load of dayLoadsMg(one, flow, { fromDay, toDay: Math.min(toDay, fromDay + DAYS_PER_STEP - 1) }, source))
          if (load !== null) loads.set(param, (loads.get(param) ?? 0) + load);
      }
  return Object.fromEntries(
    [...loads].map(([param, load]) => [param, load === null ? null : round(load / MG_PER_KG / Math.max(1, days), 3)]),
  );
};
