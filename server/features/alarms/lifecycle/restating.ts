import { SLOT_MS } from '../../../core/slots.ts';
import type { Unit } from '../../../plantModel/index.ts';
import type { AlarmRecord } from '../model.ts';
import type { RuleFinding, Stage } from '../rules/model.ts';
import type { ConditionState, Step } from './machine.ts';
import { onlineAgain, wordAlarm } from './texts.ts';

/** Still active, and what it is about was hidden since it was last said, or can be seen again. */
export const restated = ({ isActive, stage }: ConditionState, { isMet, stage: now }: RuleFinding): Step | null =>
  isActive && isMet !== null && stage !== undefined && now !== undefined && stage !== now
    ? { kind: 'restated', stage: now }
    : null;

/** Hidden, it is what it was when it was last seen. */
export const restatement = ({ meta, value }: AlarmRecord, { text, facts, value: seen }: RuleFinding, stage: Stage) => {
  const said = stage === 'confirmed' ? { ...facts, since: meta.since ?? facts.since ?? '' } : meta;
  const code = stage === 'confirmed' ? text : `${text}Unconfirmed`;
  const { title, body } = wordAlarm(code, said);
  return { title, body, meta: { ...meta, ...said, text: code, stage }, value: stage === 'confirmed' ? seen : value };
};

/** What is said of an alarm that is over: how long it lasted since it became active last. */
export const clearedBody = (
  { category, raisedAtMs, meta }: AlarmRecord,
  unit: Unit | undefined,
  slot: number,
  { cameBackSlot }: Pick<ConditionState, 'cameBackSlot'>,
): string => {
  const fromMs = cameBackSlot === undefined ? raisedAtMs : (cameBackSlot + 1) * SLOT_MS;
  const minutes = ((slot + 1) * SLOT_MS - fromMs) / 60_000;
  if (category === 'device_status' && meta.code === 1)
    return onlineAgain(unit?.name ?? String(meta.unit ?? ''), minutes + Number(meta.min ?? 0));
  return `Over after ${Math.round(minutes)} min.`;
};

/** What is active and begins or ceases to be hidden by something else. */
export const hidden = (before: ConditionState, { isActive, isSuppressed }: ConditionState): Step | null => {
  if (!isActive || isSuppressed === before.isSuppressed) return null;
  return { kind: isSuppressed ? 'hidden' : 'shown' };
};
