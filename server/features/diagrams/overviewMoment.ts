import { type OverviewMoment, overviewMoment } from '../../contract/plant/moments.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { type PacedReadServices, sourceFor } from '../../historian/index.ts';
import { type Route, route } from '../../http/route.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import { type AlarmPast, toAlarmView } from '../alarms/index.ts';
import { pastOverviews } from '../readings/index.ts';
import { alarmsAt } from './scada/alarms.ts';
import { windowUntil } from './scada/moment.ts';

export type OverviewMomentParts = PacedReadServices & {
  alarms: AlarmPast;
  /** Meters whose water leaves the plant. */
  dischargeIds(industryId: string): Promise<ReadonlySet<string>>;
};

/** Of alarms of no unit too, as of a node or a gateway. */
const anyUnit = '';

const alarmsThen = (past: AlarmPast, directory: UnitDirectory, industryId: string, endMs: number): OverviewMoment['alarms'] => {
  const unitIds = [anyUnit, ...directory.units(industryId).map(({ id }) => id)];
  return alarmsAt(past, industryId, unitIds, endMs).map(({ alarm, state }) => {
    const then = (ms: number | null): number | null => (ms !== null && ms <= endMs ? ms : null);
    const record = {
      ...alarm,
      clearedAtMs: then(alarm.clearedAtMs),
      ackedAtMs: then(alarm.ackedAtMs),
      resolvedAtMs: then(alarm.resolvedAtMs),
    };
    return { ...toAlarmView({ ...record, ackedBy: null, resolvedBy: null, assignees: [] }, directory, endMs, () => ''), state };
  });
};

/** The plant at a glance at a moment of the past. */
export const overviewMomentRoutes = (parts: OverviewMomentParts): Route[] => {
  const pastOverview = pastOverviews(parts);
  return [
    route(overviewMoment)(async ({ query }, { caller: { industryId }, signal }) => {
      const source = sourceFor(parts, parts.scheduler, industryId, signal);
      const { toSlot } = windowUntil(source, query.at);
      return {
        ...(await pastOverview(industryId, source, toSlot)),
        alarms: alarmsThen(parts.alarms, parts.directory, industryId, toSlot * SLOT_MS),
      };
    }),
  ];
};
