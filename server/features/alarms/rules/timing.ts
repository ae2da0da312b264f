import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import { SLOT_MINUTES } from '../../../core/slots.ts';
import type { Timing } from '../lifecycle/machine.ts';
import type { AlertCategory } from '../model.ts';
import type { RuleFinding } from './model.ts';

/** An alarm that comes back within half an hour of its end is the same one. */
const CHATTER_SLOTS = 6;

/** Delays and reminders of a finding: its own, else its category's. Insights are announced once. */
export const timingOf = (category: AlertSettings['categories'][AlertCategory], finding: RuleFinding): Timing => {
  const { onSlots, offSlots, insight, reAlarmMinutes = category.reAlarmMinutes } = finding;
  return {
    onSlots: onSlots ?? category.onDelaySlots,
    offSlots: offSlots ?? category.offDelaySlots,
    reAlarmSlots: insight ? 0 : Math.ceil(reAlarmMinutes / SLOT_MINUTES),
    chatterSlots: CHATTER_SLOTS,
  };
};

/** How long a key is remembered after its alarm has ended. */
export const isWithinChatter = (clearedSlot: number | null, slot: number): boolean =>
  clearedSlot !== null && slot - clearedSlot <= CHATTER_SLOTS;
