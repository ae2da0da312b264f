import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import { roundSingle } from '../../../core/round.ts';
import type { ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { zoneOffsetMs } from '../../../core/zoneOffset.ts';
import type { AlertCategory } from '../model.ts';
import { dateAndTime } from '../outbox/plantWall.ts';
import type { RuleFinding } from '../rules/model.ts';
import { subjectOf } from '../subject.ts';
import type { NewAlarm } from './alarms.ts';
import { measuredFacts } from './measuredFacts.ts';
import { wordAlarm } from './texts.ts';

type Found = { key: string; unitId: string; category: AlertCategory; finding: RuleFinding; slot: number };

const isDate = (period: string): boolean => period.length === 'YYYY-MM-DD'.length;

/** An alarm of a node is the node's meter's, where it has one; a gateway is no unit. */
const unitOf = (subject: string, { facts }: RuleFinding): string =>
  subjectOf(subject).kind === 'unit' ? subject : String(facts.meterUnitId ?? '');

/** Up to when the sum of a day, a month or a year counts: its alarm stands until that is over, and keeps its figures. */
const asOf = ({ period }: RuleFinding, calendar: ShiftCalendar, slot: number): string => {
  const endMs = (slot + 1) * SLOT_MS;
  const { timezone } = calendar.windowOfDay(calendar.dayOfSlot(slot));
  const text = dateAndTime(endMs + zoneOffsetMs(endMs, timezone));
  return isDate(period) ? text.slice(-'HH:MM'.length) : text;
};

/** The alarm record of a finding, as of the end of the slot in which it began; its date is the shift day of that moment. */
export const alarmOf = (
  { industryId, settings, calendar }: { industryId: string; settings: AlertSettings; calendar: ShiftCalendar },
  { key, unitId, category, finding, slot }: Found,
): NewAlarm => {
  const facts = finding.period === '' ? finding.facts : { ...finding.facts, asOf: asOf(finding, calendar, slot) };
  const raisedAtMs = ((finding.atSlot ?? slot) + 1) * SLOT_MS;
  return {
    industryId,
    unitId: unitOf(unitId, finding),
    category,
    alertType: `${category}_alert`,
    key,
    param: finding.param,
    date: calendar.dateOf(raisedAtMs),
    ...wordAlarm(finding.text, facts),
    priority: finding.priority ?? settings.categories[category].priority,
    insight: finding.insight === true,
    value: roundSingle(finding.value),
    threshold: roundSingle(finding.threshold),
    meta: measuredFacts({ ...facts, text: finding.text, ...(finding.code !== undefined && { code: finding.code }) }),
    raisedAtMs,
    late: false,
  };
};
