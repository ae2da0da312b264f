import type { AlarmState } from '../../../contract/model/alarmState.ts';
import type { ScadaNodeData } from '../../../contract/user/scada.ts';
import { DAY_MS } from '../../../core/time.ts';
import { type AlarmPast, type AlarmRecord, type AlarmStep, LONGEST_SHELF_MS } from '../../alarms/index.ts';

type Shown = NonNullable<ScadaNodeData['alarm']>;

/** Where an alarm was at a moment (IEC 62682: acknowledged or not, returned to normal or not, shelved, suppressed). */
const alarmStateAt = (alarm: AlarmRecord, atMs: number): AlarmState => {
  if (alarm.suppressed) return 'suppressed';
  if (alarm.shelvedUntilMs !== null && alarm.shelvedUntilMs > atMs) return 'shelved';
  const isAcked = alarm.ackedAtMs !== null && alarm.ackedAtMs <= atMs;
  const isCleared = alarm.clearedAtMs !== null && alarm.clearedAtMs <= atMs;
  if (isCleared) return isAcked ? 'normal' : 'rtn_unack';
  return isAcked ? 'ack' : 'unack';
};

/** What calls for somebody goes before what somebody has put aside. */
const order: readonly AlarmState[] = ['unack', 'ack', 'rtn_unack', 'shelved', 'suppressed', 'out_of_service', 'normal'];

/** Where an alarm was at a moment, by what had happened to it until then; later steps, and what they undid, count for nothing. */
const stateBySteps = (alarm: AlarmRecord, steps: readonly AlarmStep[], atMs: number): AlarmState => {
  // nobody has to acknowledge an insight
  let [isAcked, isCleared, isSuppressed, shelvedUntilMs] = [alarm.insight, false, false, 0];
  for (const [at, step] of steps.entries()) {
    if (step.at > atMs) break;
    if (step.kind === 'raised' || step.kind === 'rejoined') isCleared = false;
    if (step.kind === 'cleared') isCleared = true;
    if (step.kind === 'reminded') isAcked = alarm.insight;
    if (step.kind === 'acknowledged' || step.kind === 'resolved') isAcked = true;
    if (step.kind === 'suppressed' || step.kind === 'unsuppressed') isSuppressed = step.kind === 'suppressed';
    if (step.kind === 'unshelved') shelvedUntilMs = 0;
    if (step.kind === 'shelved') {
      // the record keeps the end of the last shelving alone
      const isLast = !steps.slice(at + 1).some(({ kind }) => kind === 'shelved');
      shelvedUntilMs = (isLast ? alarm.shelvedUntilMs : null) ?? step.at + LONGEST_SHELF_MS;
    }
  }
  // a slot ends before its step is written
  if (alarm.clearedAtMs !== null && alarm.clearedAtMs <= atMs) isCleared = true;
  if (isSuppressed) return 'suppressed';
  if (shelvedUntilMs > atMs) return 'shelved';
  if (isCleared) return isAcked ? 'normal' : 'rtn_unack';
  return isAcked ? 'ack' : 'unack';
};

/** How far back an alarm may have been raised that still called for somebody. */
const LOOK_BACK_MS = 31 * DAY_MS;

/** The alarms and insights of units as they were at a moment of the past, the most urgent first; what was over and acknowledged is left out. */
export const alarmsAt = (
  past: AlarmPast,
  industryId: string,
  unitIds: readonly string[],
  atMs: number,
): { alarm: AlarmRecord; state: AlarmState }[] => {
  const own = new Set(unitIds);
  const older = past.open(industryId).filter((alarm) => own.has(alarm.unitId) && alarm.raisedAtMs <= atMs - LOOK_BACK_MS);
  const isOver = ({ clearedAtMs, ackedAtMs }: AlarmRecord): boolean =>
    clearedAtMs !== null && clearedAtMs <= atMs && ackedAtMs !== null && ackedAtMs <= atMs;
  return [...older, ...past.between(industryId, atMs - LOOK_BACK_MS, atMs + 1, unitIds)]
    .filter((alarm) => !isOver(alarm))
    .map((alarm) => ({ alarm, state: stateBySteps(alarm, past.steps(alarm.id), atMs) }))
    .filter(({ state }) => state !== 'normal')
    .sort((a, b) => rank({ ...a.alarm, state: a.state }) - rank({ ...b.alarm, state: b.state }));
};

const rank = ({ priority, state }: Pick<Shown, 'priority' | 'state'>): number => order.indexOf(state) * 10 + priority;

/** The first alarm of each unit; a diagram shows no insights. */
export const firstByUnit = (sorted: ReturnType<typeof alarmsAt>): Map<string, Shown> => {
  const found = new Map<string, Shown>();
  for (const { alarm, state } of sorted)
    if (!alarm.insight && !found.has(alarm.unitId)) found.set(alarm.unitId, { state, priority: alarm.priority });
  return found;
};

/** The most urgent alarm of each unit at a moment; what is over and acknowledged is none. */
export const alarmsByUnit = (alarms: readonly AlarmRecord[], atMs: number): Map<string, Shown> => {
  const found = new Map<string, Shown>();
  for (const alarm of alarms) {
    if (alarm.insight || alarm.raisedAtMs > atMs) continue;
    const shown = { state: alarmStateAt(alarm, atMs), priority: alarm.priority };
    const known = found.get(alarm.unitId);
    if (shown.state !== 'normal' && (!known || rank(shown) < rank(known))) found.set(alarm.unitId, shown);
  }
  return found;
};

export const mostUrgent = (units: Iterable<string>, alarms: ReadonlyMap<string, Shown>): Shown | undefined => {
  let urgent: Shown | undefined;
  for (const unitId of units) {
    const shown = alarms.get(unitId);
    if (shown && (!urgent || rank(shown) < rank(urgent))) urgent = shown;
  }
  return urgent;
};
