import { alertCategories, categoryNames } from '../../contract/model/alertCategories.ts';
import type { AlarmView } from '../../contract/plant/alarms.ts';
import type { AlertItem, AlertsReply } from '../../contract/user/alerts.ts';
import type { Notification } from '../../contract/user/notifications.ts';
import { round } from '../../core/round.ts';
import { dmyOf, HOUR_MS, isoOrNull } from '../../core/time.ts';
import { zoneOffsetMs } from '../../core/zoneOffset.ts';
import type { Unit, UnitDirectory } from '../../plantModel/index.ts';
import { stateOf } from './lifecycle/alarms.ts';
import type { AlarmBrief, AlarmRecord, AlertCategory } from './model.ts';
import { isOfUnit, subjectOfFault, subjectOfKey } from './subject.ts';

/** The code of the sentences is kept beside their facts; it is the control room's alone. */
const factsOf = ({ meta: { text: _, ...facts } }: Pick<AlarmRecord, 'meta'>): AlarmRecord['meta'] => facts;

/** @returns the sentences of an alarm for another language; the code is null of what another program reported. */
export const codedMessage = (record: Pick<AlarmRecord, 'meta'>): AlarmView['message'] => ({
  code: typeof record.meta.text === 'string' ? record.meta.text : null,
  params: factsOf(record),
});

/** A gateway's alarm bears the gateway's name. */
export const nameOf = (record: Pick<AlarmRecord, 'meta'>, unit: Unit | undefined): string =>
  unit?.name ?? String(record.meta.unit ?? '');

/** Alarms of units, or of a node that a unit represents: a gateway, or a node without meters, is no unit of the User API. */
export const ofUnits = <R extends Pick<AlarmRecord, 'unitId'>>(records: readonly R[]): R[] =>
  records.filter(({ unitId }) => isOfUnit(unitId));

const SHOWN_PLACES = 3;
/** Of what is raised for equipment and for the server itself. */
const FAULT_PARAM = 'fault';

/** Categories that represent several signs, which the code says apart (docs/domain.md, which alarm is which category). */
const hasCodes: ReadonlySet<AlertCategory> = new Set(['device_status', 'stable_flow', 'energy_threshold', 'borewell_threshold']);

/**
 * The documented names of an alert's meta: the numbers of a posted alert as they were posted, and of
 * an alert of a rule the unit of value and threshold besides them.
 */
const metaOf = (record: Pick<AlarmRecord, 'meta' | 'category' | 'value' | 'threshold'>) => {
  const { meta, category, value, threshold } = record;
  const shown = { alertType: category, value: round(value, SHOWN_PLACES), threshold: round(threshold, SHOWN_PLACES) };
  // only what the rules found has a name in it; posted meta hold numbers alone
  if (typeof meta.unit !== 'string') return { ...factsOf(record), ...shown };
  const base = { ...shown, ...(hasCodes.has(category) && typeof meta.code === 'number' && { code: meta.code }) };
  const siUnit = meta.measure ?? meta.u;
  return typeof siUnit === 'string' && siUnit !== '' && meta.thr === threshold ? { ...base, siUnit } : base;
};

export const toAlertItem = (record: AlarmBrief, directory: UnitDirectory): AlertItem => ({
  unitId: record.unitId,
  unitName: nameOf(record, directory.unit(record.industryId, record.unitId)),
  alertType: record.alertType,
  createdOn: new Date(record.raisedAtMs).toISOString(),
  description: { title: record.title, body: record.body },
  meta: metaOf(record),
});

/** Alerts under their categories, in the fixed order; categories without any are left out. */
export const byCategory = (date: string, records: readonly AlarmBrief[], directory: UnitDirectory): AlertsReply => ({
  date,
  alertCategories: alertCategories.flatMap((categoryId) => {
    const own = records.filter(({ category }) => category === categoryId);
    return own.length === 0
      ? []
      : [{ categoryId, categoryName: categoryNames[categoryId], alerts: own.map((record) => toAlertItem(record, directory)) }];
  }),
});

export type AlertFilter = {
  alert_type?: 'general' | 'offline' | 'insights' | 'general_offline' | undefined;
  unitId?: string | undefined;
  energyEnabled: boolean;
  adminAlerts: boolean;
};

const isInsight = ({ category, insight }: Pick<AlarmBrief, 'category' | 'insight'>): boolean =>
  insight || category === 'stable_flow';
const isOffline = ({ category, insight }: Pick<AlarmBrief, 'category' | 'insight'>): boolean =>
  category === 'device_status' && !insight;
/** Neither about a device nor a finding: what `alert_type=general` lists. */
export const isGeneral = (record: Pick<AlarmBrief, 'category' | 'insight'>): boolean => !isOffline(record) && !isInsight(record);
export const isForAdmins = ({ category, priority }: AlarmBrief): boolean =>
  category === 'device_status' || category === 'borewell_threshold' || priority === 1;

export const matches = (record: AlarmBrief, { alert_type, unitId, energyEnabled, adminAlerts }: AlertFilter): boolean => {
  if (record.category === 'energy_threshold' && !energyEnabled) return false;
  if (unitId !== undefined && record.unitId !== unitId) return false;
  if (adminAlerts && !isForAdmins(record)) return false;
  switch (alert_type) {
    case undefined:
      return true;
    case 'offline':
      return isOffline(record);
    case 'insights':
      return isInsight(record);
    case 'general':
      return isGeneral(record);
    case 'general_offline':
      return !isInsight(record);
  }
};

/** DD/MM/YYYY of YYYY-MM-DD. */

const two = (number: number): string => String(number).padStart(2, '0');

/** HH:MM AM/PM on the plant's wall. */
const wallTime = (ms: number, timezone: string): string => {
  const local = new Date(ms + zoneOffsetMs(ms, timezone));
  const hours = local.getUTCHours();
  return `${two(hours % 12 || 12)}:${two(local.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
};

/** ISO 8601 with the zone's offset. */
export const offsetTime = (ms: number, timezone: string): string => {
  const minutes = zoneOffsetMs(ms, timezone) / 60_000;
  const sign = minutes < 0 ? '-' : '+';
  const local = new Date(ms + minutes * 60_000).toISOString().slice(0, -1);
  return `${local}${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
};

export const toNotification = (record: AlarmRecord, directory: UnitDirectory, timezone: string): Notification => {
  const unit = directory.unit(record.industryId, record.unitId);
  return {
    id: record.id,
    unitId: record.unitId,
    title: record.title,
    body: record.body,
    date: dmyOf(record.date),
    time: wallTime(record.raisedAtMs, timezone),
    subTitle: nameOf(record, unit),
    subCategoryId: unit?.subCategoryId ?? '',
    date_key: record.date.split('-').reverse().map(Number).join('_'),
    type: record.category,
    alertType: record.alertType,
    isRead: record.ackedAtMs !== null,
    standardCategoryId: unit?.standardCategoryId ?? '',
    categoryId: unit?.categoryId ?? '',
    assignees: record.assignees,
    meta: metaOf(record),
    resolved: record.resolvedAtMs !== null,
    action: record.action,
    priority: record.priority,
    active: record.clearedAtMs === null,
    count: record.count,
  };
};

/** What an alarm of no unit is about, by its key; a posted alert and a rule's alarm of a unit name the unit. */
const subjectView = ({ unitId, key, param, meta }: AlarmRecord, unit: Unit | undefined): AlarmView['subject'] => {
  const name = unit?.name ?? String(meta.unit ?? '');
  const { kind, id } = subjectOfKey(key);
  if (kind === 'node') return { kind, id, name: String(meta.unit ?? '') };
  if (kind === 'gateway') return { kind, id, name };
  return unitId === '' && param === FAULT_PARAM ? { ...subjectOfFault(key), name } : { kind: 'unit', id: unitId, name };
};

/** What a leak has lost from when it began to its end or now, at the rate at which it was last seen. */
const lostKL = ({ meta: { leakM3h, since }, clearedAtMs }: AlarmRecord, nowMs: number): number | null =>
  typeof leakM3h === 'number' && typeof since === 'string'
    ? round((leakM3h * Math.max(0, (clearedAtMs ?? nowMs) - Date.parse(since))) / HOUR_MS, 2)
    : null;

/** When a leak began; what other alarms count since is a time of day or a date, for their sentences. */
const sinceOf = ({ category, meta: { since } }: AlarmRecord): string | null =>
  category === 'stable_flow' && typeof since === 'string' && since.includes('T') ? since : null;

export const toAlarmView = (
  record: AlarmRecord,
  directory: UnitDirectory,
  nowMs: number,
  nameOfUser: (userId: string) => string,
): AlarmView => ({
  id: record.id,
  unitId: record.unitId,
  unitName: nameOf(record, directory.unit(record.industryId, record.unitId)),
  subject: subjectView(record, directory.unit(record.industryId, record.unitId)),
  category: record.category,
  alertType: record.alertType,
  param: record.param,
  title: record.title,
  body: record.body,
  action: record.action,
  message: codedMessage(record),
  priority: record.priority,
  insight: record.insight,
  state: stateOf(record, nowMs),
  value: record.value,
  threshold: record.threshold,
  code: typeof record.meta.code === 'number' ? record.meta.code : null,
  confirmed: record.clearedAtMs !== null || record.category !== 'stable_flow' ? null : record.meta.stage !== 'unconfirmed',
  since: sinceOf(record),
  lostKL: lostKL(record, nowMs),
  raisedAt: new Date(record.raisedAtMs).toISOString(),
  clearedAt: isoOrNull(record.clearedAtMs),
  acknowledgedAt: isoOrNull(record.ackedAtMs),
  acknowledgedBy: record.ackedBy,
  acknowledgedByName: record.ackedBy === null ? null : nameOfUser(record.ackedBy),
  resolvedAt: isoOrNull(record.resolvedAtMs),
  resolvedBy: record.resolvedBy,
  shelvedUntil: isoOrNull(record.shelvedUntilMs),
  late: record.late,
  count: record.count,
  assignees: record.assignees,
});
