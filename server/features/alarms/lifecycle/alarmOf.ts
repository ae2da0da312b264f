import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import { roundSingle } from '../../../core/round.ts';
import type { ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import type { AlertCategory } from '../model.ts';
import type { RuleFinding } from '../rules/model.ts';
import { subjectOf } from '../subject.ts';
import type { NewAlarm } from './alarms.ts';
import { measuredFacts } from './measuredFacts.ts';
import { wordAlarm } from './texts.ts';

type Found = { key: string; unitId: string; category: AlertCategory; finding: RuleFinding; slot: number };

/** An alarm of a node is the node's meter's, where it has one; a gateway is no unit. */
const unitOf = (subject: string, { facts }: RuleFinding): string =>
  subjectOf(subject).kind === 'unit' ? subject : String(facts.meterUnitId ?? '');

/** The alarm record of a finding, as of the end of the slot in which it began; its date is the shift day of that moment. */
export const alarmOf = (
  { industryId, settings, calendar }: { industryId: string; settings: AlertSettings; calendar: ShiftCalendar },
  { key, unitId, category, finding, slot }: Found,
): NewAlarm => {
  const raisedAtMs = ((finding.atSlot ?? slot) + 1) * SLOT_MS;
  return {
    industryId,
    unitId: unitOf(unitId, finding),
    category,
    alertType: `${category}_alert`,
    key,
    param: finding.param,
    date: calendar.dateOf(raisedAtMs),
    ...wordAlarm(finding.text, finding.facts),
    priority: finding.priority ?? settings.categories[category].priority,
    insight: finding.insight === true,
    value: roundSingle(finding.value),
    threshold: roundSingle(finding.threshold),
    meta: measuredFacts({ ...finding.facts, text: finding.text, ...(finding.code !== undefined && { code: finding.code }) }),
    raisedAtMs,
    late: false,
  };
};
