import { overviewHours, plantOverview as plantOverviewRow } from '../../../contract/plant/overview.ts';
import { Failure } from '../../../core/fail.ts';
import {
  isoOfSlot,
  NormalBands,
  type PacedReadServices,
  type ServingContext,
  sourceFor,
  tallySlots,
} from '../../../historian/index.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Industry } from '../../../plantModel/index.ts';
import { DayCurves } from '../dayCurves.ts';
import { hourFigures, lastHours, shiftStartIn } from './hours.ts';
import { overviewMeasures, plantOverview } from './overview.ts';
import type { FieldTroubles } from './silence.ts';
import { type SumName, summedUnits } from './summed.ts';

export type OverviewParts = PacedReadServices & {
  /** What is wrong in the field now. */
  troubles(): FieldTroubles;
  /** Meters whose water leaves the plant. */
  dischargeIds(industryId: string): Promise<ReadonlySet<string>>;
};

/** The plant at a glance, for the panel. */
export const overviewRoutes = (parts: OverviewParts): Route[] => {
  const { directory, reader, scheduler } = parts;
  const bands = new NormalBands(reader);
  const curves = new DayCurves();
  const open = (industryId: string, signal: AbortSignal): { industry: Industry; source: ServingContext } => {
    const industry = directory.industry(industryId);
    if (!industry) throw new Failure('noData', 'industry not found');
    return { industry, source: sourceFor(parts, scheduler, industryId, signal) };
  };
  return [
    route(plantOverviewRow)(async (_, { caller, signal }) => {
      const { industry, source } = open(caller.industryId, signal);
      return plantOverview({
        ...{ industry, directory, source, bands, curves },
        dischargeIds: await parts.dischargeIds(industry.id),
        troubles: parts.troubles(),
        withAddress: caller.permissions.has('COMMISSIONING'),
        nowMs: source.nowMs,
      });
    }),
    route(overviewHours)(async (_, { caller, signal }) => {
      const { industry, source } = open(caller.industryId, signal);
      const units = directory.units(industry.id);
      const hours = lastHours(source);
      const { water, stock } = overviewMeasures(directory, industry.id);
      const figures = (name: SumName) => {
        const series = summedUnits(name, units, new Set()).map((one) => one.series);
        const measure = name === 'stock' ? stock : water;
        return hourFigures({ name: `${industry.id} ${name}`, series }, measure, hours, curves, source);
      };
      const from = hours[0]?.fromSlot ?? source.nowSlot;
      const { timezone } = source.calendar.windowOfDay(source.calendar.dayOf(source.nowMs));
      const gauges = units.flatMap(({ deployed, type, series }) => (deployed && type === 'rain' ? series.slice(0, 1) : []));
      const rain = gauges.map(
        ({ id }) => tallySlots(reader.slots(id, from, source.nowSlot), from, source.nowSlot, source.nowSlot).sum,
      );
      return {
        from: isoOfSlot(from),
        timezone,
        shiftStart: shiftStartIn(hours, source),
        intake: await figures('intake'),
        consumption: await figures('consumption'),
        stock: await figures('stock'),
        rainMm: rain[0] ?? null,
      };
    }),
  ];
};
