import { SLOTS_PER_DAY } from '../../../core/slots.ts';
import type { RuleFinding, Stage } from '../rules/model.ts';

/** What is kept of one alarm key between slots; plain JSON, never changed in place. */
export type ConditionState = {
  /** Evaluated slots in a row in which the condition was met, up to its delay; and over, while it is active. */
  on: number;
  off: number;
  isActive: boolean;
  /** The alarm record of this condition, while it is open or a new activation may still join it. */
  alarmId: string | null;
  /** Slots of the last announcement, of the end of the last activation, and until which it is shelved. */
  announcedSlot: number | null;
  clearedSlot: number | null;
  shelvedUntilSlot: number | null;
  isAcked: boolean;
  isResolved: boolean;
  /** Active, and hidden by something else: by its gateway, by work at the unit. */
  isSuppressed: boolean;
  /** Active, and whether what it is about could be seen when it was last said; absent where it cannot be hidden. */
  stage?: Stage | undefined;
  /** Slot in which the same alarm became active again; absent while it is in its first activation. */
  cameBackSlot?: number | undefined;
};

export const idle: Readonly<ConditionState> = {
  on: 0,
  off: 0,
  isActive: false,
  alarmId: null,
  announcedSlot: null,
  clearedSlot: null,
  shelvedUntilSlot: null,
  isAcked: false,
  isResolved: false,
  isSuppressed: false,
};

export type Timing = {
  onSlots: number;
  offSlots: number;
  /** Slots after which an unresolved alarm is announced again; 0: never. */
  reAlarmSlots: number;
  /** A new activation within so many slots after the end of the last is the same alarm and is not announced. */
  chatterSlots: number;
};

/**
 * `raised`: a new notification. `rejoined`: the one there is counts one more; reported again when `announce`. `reminded`: reported again,
 * to the next step. `restated`: it goes on, and can be seen no longer or again. `cleared`: it is over. `hidden` and `shown`: something else that is wrong covers it, or no longer does.
 */
export type Step =
  | { kind: 'raised' }
  | { kind: 'rejoined'; announce: boolean }
  | { kind: 'reminded' }
  | { kind: 'restated'; stage: Stage }
  | { kind: 'cleared' }
  | { kind: 'hidden' }
  | { kind: 'shown' };

/** Whether it needs attention: not resolved by a person, and active or not acknowledged. */
export const isOpen = (state: ConditionState): boolean =>
  state.alarmId !== null && !state.isResolved && (state.isActive || !state.isAcked);

/** An alarm that comes back after a day is another one, whether or not anybody looked at the first. */
const SAME_EVENT_SLOTS = SLOTS_PER_DAY;

/** Whether a person has put it aside until a slot that has not come. */
export const isShelvedIn = ({ shelvedUntilSlot }: ConditionState, slot: number): boolean =>
  shelvedUntilSlot !== null && shelvedUntilSlot > slot;

type Evaluated = Pick<RuleFinding, 'isMet' | 'isOver'>;

/**
 * One key, one slot (docs/domain.md 13.1): delays, deadband, chatter, reminders.
 * @param isBlocked shelved, suppressed or out of service: nothing new becomes active, what is active may end.
 */
export const transition = (
  before: ConditionState,
  { isMet, isOver }: Evaluated,
  timing: Timing,
  slot: number,
  isBlocked: boolean,
): { state: ConditionState; step: Step | null } => {
  if (isMet === null) return remind(before, timing, slot, isBlocked);
  const on = isMet ? Math.min(before.on + 1, Math.max(1, timing.onSlots)) : 0;
  const off = isOver && before.isActive ? before.off + 1 : 0;
  // most keys are at rest slot after slot: nothing is made for them
  const state = on === before.on && off === before.off ? before : { ...before, on, off };
  if (before.isActive)
    return off >= Math.max(1, timing.offSlots)
      ? { state: { ...state, isActive: false, on: 0, off: 0, clearedSlot: slot }, step: { kind: 'cleared' } }
      : remind(state, timing, slot, isBlocked);
  if (on < Math.max(1, timing.onSlots) || isBlocked) return { state, step: null };
  return activate(state, timing, slot, before.on === on);
};

const announcedAgain = (active: ConditionState, slot: number): { state: ConditionState; step: Step } => ({
  state: { ...active, announcedSlot: slot, isAcked: false },
  step: { kind: 'rejoined', announce: true },
});

/** @param wasHeldBack it was met for its delay already, and shelved or suppressed */
const activate = (
  state: ConditionState,
  timing: Timing,
  slot: number,
  wasHeldBack: boolean,
): { state: ConditionState; step: Step } => {
  const active: ConditionState = { ...state, isActive: true, off: 0 };
  const isChatter = state.clearedSlot !== null && slot - state.clearedSlot <= timing.chatterSlots && !state.isResolved;
  // what went while it was put aside, or came back meanwhile, nobody was shown
  const isUnseen = wasHeldBack || (state.shelvedUntilSlot ?? 0) > (state.clearedSlot ?? 0);
  if (state.alarmId !== null && isChatter)
    return isUnseen ? announcedAgain(active, slot) : { state: active, step: { kind: 'rejoined', announce: false } };
  // active again within a day and before it was acknowledged: the same alarm, announced again; later it is another event
  const isSameEvent = state.clearedSlot === null || slot - state.clearedSlot <= SAME_EVENT_SLOTS;
  if (isOpen(state) && isSameEvent) return announcedAgain(active, slot);
  return {
    state: { ...active, alarmId: null, announcedSlot: slot, isAcked: false, isResolved: false },
    step: { kind: 'raised' },
  };
};

/** An unresolved alarm that stays active is announced again, at most once in each re-alarm time. */
const remind = (
  state: ConditionState,
  { reAlarmSlots }: Timing,
  slot: number,
  isBlocked: boolean,
): { state: ConditionState; step: Step | null } => {
  const isDue = reAlarmSlots > 0 && state.announcedSlot !== null && slot - state.announcedSlot >= reAlarmSlots;
  if (!state.isActive || state.isResolved || isBlocked || !isDue) return { state, step: null };
  return { state: { ...state, announcedSlot: slot, isAcked: false }, step: { kind: 'reminded' } };
};

/** A person has acknowledged it; no reminder before the re-alarm time has passed from now. */
export const acknowledge = (state: ConditionState, slot: number): ConditionState => ({
  ...state,
  isAcked: true,
  announcedSlot: state.announcedSlot === null ? null : Math.max(state.announcedSlot, slot),
});

/** A person has closed it, whether or not it is still active. */
export const resolve = (state: ConditionState): ConditionState => ({ ...state, isAcked: true, isResolved: true });

export const shelve = (state: ConditionState, untilSlot: number | null): ConditionState => ({
  ...state,
  shelvedUntilSlot: untilSlot,
});
