import { alarmHistory, alarmMetrics as alarmMetricsRow, listAlarms } from '../../contract/plant/alarms.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { type Route, route } from '../../http/route.ts';
import type { Calendars, UnitDirectory } from '../../plantModel/index.ts';
import type { UserDirectory } from '../auth/index.ts';
import { codedMessage, nameOf, toAlarmView } from './answers.ts';
import type { AlarmService } from './lifecycle/alarmService.ts';
import type { MaintenanceWindows } from './lifecycle/maintenance.ts';
import { alarmMetrics } from './lifecycle/metrics.ts';
import type { AlarmPast, AlarmPeriods, AlarmRecord } from './model.ts';
import { switchedOff } from './rules/params.ts';
import { daySpan } from './rules/windows.ts';

export type PlantAlarmParts = {
  service: AlarmService;
  alarms: AlarmPast & AlarmPeriods;
  directory: UnitDirectory;
  calendars: Calendars;
  users: UserDirectory;
  maintenance: MaintenanceWindows;
  clock: Clock;
};

/** The alarm list of the control room, histories, and how the alarms serve people. */
export const plantAlarmRoutes = (parts: PlantAlarmParts): Route[] => {
  const { service, alarms, directory, calendars, clock, maintenance, users } = parts;
  const nameOfUser = (userId: string): string => {
    const user = users.user(userId);
    return user === undefined ? userId : user.name || user.username;
  };
  const listed = (
    industryId: string,
    { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  ) => {
    if (startDate === undefined && endDate === undefined) return alarms.open(industryId);
    if (startDate === undefined || endDate === undefined) throw new Failure('parameter', 'startDate and endDate belong together');
    const { fromMs, toMs } = daySpan(calendars.of(industryId), startDate, endDate);
    return alarms.openWithin(industryId, fromMs, toMs).reverse();
  };
  const briefOf = (alarm: AlarmRecord, industryId: string) => ({
    alarmId: alarm.id,
    title: alarm.title,
    message: codedMessage(alarm),
    unitName: nameOf(alarm, directory.unit(industryId, alarm.unitId)),
    category: alarm.category,
  });
  return [
    route(listAlarms)(({ query }, { caller: { industryId } }) => {
      const nowMs = clock.now();
      const open = listed(industryId, query).map((record) => toAlarmView(record, directory, nowMs, nameOfUser));
      return {
        alarms: open,
        shelved: open.filter(({ state }) => state === 'shelved').length,
        maintenance: maintenance.open(industryId).map(({ unitId, fromMs, untilMs, reason, userId }) => ({
          unitId,
          unitName: directory.unit(industryId, unitId)?.name ?? unitId,
          from: new Date(fromMs).toISOString(),
          until: new Date(untilMs).toISOString(),
          reason,
          userId,
        })),
        outOfService: directory.units(industryId).flatMap((unit) => {
          const off = unit.deployed ? switchedOff(unit) : [{ category: null, param: '' }];
          return off.map((one) => ({ unitId: unit.id, unitName: unit.name, ...one }));
        }),
      };
    }),
    route(alarmMetricsRow)(({ query }, { caller: { industryId } }) => {
      const span = daySpan(calendars.of(industryId), query.startDate, query.endDate);
      const cameBackMs = ({ id }: AlarmRecord): number[] =>
        alarms.steps(id).flatMap(({ kind, at }) => (kind === 'rejoined' ? [at] : []));
      const raised = alarms.between(industryId, span.fromMs, span.toMs);
      const found = alarmMetrics(raised, alarms.open(industryId), { ...span, nowMs: clock.now() }, cameBackMs);
      return {
        ...found,
        chattering: found.chattering.map(({ alarm, activations }) => ({ ...briefOf(alarm, industryId), activations })),
        stale: found.stale.map(({ alarm, hours }) => ({ ...briefOf(alarm, industryId), hours })),
        topTen: found.topTen.map(({ unitId, name, count }) => ({
          unitId,
          unitName: directory.unit(industryId, unitId)?.name ?? name,
          count,
        })),
      };
    }),
    route(alarmHistory)(({ params }, { caller: { industryId } }) => {
      const { record, steps } = service.find(industryId, params.id);
      return {
        alarm: toAlarmView(record, directory, clock.now(), nameOfUser),
        steps: steps.map(({ at, kind, userId, note }) => ({
          at: new Date(at).toISOString(),
          kind,
          userId,
          userName: userId === null ? null : nameOfUser(userId),
          note,
        })),
        people: users
          .usersOf(industryId)
          .filter(({ active, disabled, internal }) => active && !disabled && !internal)
          .map(({ id }) => ({ userId: id, name: nameOfUser(id) })),
      };
    }),
  ];
};
