import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { RuleFinding, SlotView } from '../rules/model.ts';
import type { PreparedRule } from '../rules/prepareRules.ts';
import { timingOf } from '../rules/timing.ts';
import { alarmKey } from '../subject.ts';
import { type ConditionState, idle, transition } from './machine.ts';

/** Slots before the first one that are played too, so that what was there before it is no news. */
const WARM_UP_SLOTS = 24;

export type PastAlarm = { ready: PreparedRule; key: string; finding: RuleFinding; slot: number; endSlot: number };

export type PastParts = {
  /** Rules of one unit. */
  ready: readonly PreparedRule[];
  viewOf(slot: number): SlotView;
  fromSlot: number;
  /** Exclusive. */
  toSlot: number;
  settings: AlertSettings;
  isBlocked(slot: number): boolean;
};

/**
 * The alarms that past slots would have raised with the readings known now. Silence is not evaluated for the past, and insights
 * are not reported.
 * @returns alarms that began in [fromSlot, toSlot), each with the slot in which it ended, `toSlot` where it did not.
 */
export const pastAlarms = ({ ready, viewOf, fromSlot, toSlot, settings, isBlocked }: PastParts): PastAlarm[] => {
  const watched = ready.filter(({ rule }) => rule.category !== 'device_status');
  const states = new Map<string, ConditionState>();
  const open = new Map<string, PastAlarm>();
  const found: PastAlarm[] = [];
  for (let slot = fromSlot - WARM_UP_SLOTS; slot < toSlot && watched.length > 0; slot += 1) {
    const view = viewOf(slot);
    const isHeld = isBlocked(slot);
    for (const one of watched)
      for (const finding of one.evaluate(view)) {
        if (finding.insight) continue;
        const key = alarmKey(one.unit.id, one.rule.category, finding);
        const timing = timingOf(settings.categories[one.rule.category], finding);
        const next = transition(states.get(key) ?? idle, finding, timing, slot, isHeld);
        states.set(key, next.step?.kind === 'raised' ? { ...next.state, alarmId: key } : next.state);
        if (next.step?.kind === 'raised' && slot >= fromSlot) {
          const alarm = { ready: one, key, finding, slot, endSlot: toSlot };
          open.set(key, alarm);
          found.push(alarm);
        }
        const ended = next.step?.kind === 'cleared' ? open.get(key) : undefined;
        if (ended) ended.endSlot = slot + 1;
      }
  }
  return found;
};
