import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import type { Clock } from '../../../core/clock.ts';
import { dateOfDay, type ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MINUTES, SLOT_MS } from '../../../core/slots.ts';
import type { WriteTx } from '../../../db/writer.ts';
import type { Unit } from '../../../plantModel/index.ts';
import type { AlarmRecord, AlertCategory } from '../model.ts';
import { type Evaluated, evaluateGateways } from '../rules/gateways.ts';
import type { RuleFinding } from '../rules/model.ts';
import { type NodeDays, nodeLoss } from '../rules/nodeLoss.ts';
import { type PreparedRule, prepareRules } from '../rules/prepareRules.ts';
import { DaySums, ReadingView, type SlotSource } from '../rules/readingView.ts';
import { isWithinChatter, timingOf } from '../rules/timing.ts';
import { alarmKey, hasPeriod, paramOfKey, subjectOf, subjectText } from '../subject.ts';
import { alarmOf } from './alarmOf.ts';
import type { AlarmStateStore, KeyRecord } from './alarmStateStore.ts';
import type { Alarms, NewAlarm } from './alarms.ts';
import { LateEvaluation } from './lateEvaluation.ts';
import { type ConditionState, idle, isOpen, isShelvedIn, type Step, transition } from './machine.ts';
import { clearedBody, hidden, restated, restatement } from './restating.ts';

/** Why a unit's alarms are held back now, besides what the settings say. */
export interface Suppression {
  /** The gateway of a unit, by the field's configuration, and the unit's Modbus address there. */
  gatewayOf(industryId: string, unitId: string): { id: string; name: string; slaveId: number } | undefined;
  /** Cleaning, maintenance or a work order at the unit in a slot. */
  isUnderWork(industryId: string, unit: Unit, slot: number): boolean;
}

export type EvaluatorParts = {
  industryId: string;
  units: readonly Unit[];
  facts: IndustryFacts;
  settings: AlertSettings;
  calendar: ShiftCalendar;
  /** Kept in step with the store; outlives these rules. */
  keys: Map<string, KeyRecord>;
  startSlot: number;
  source: SlotSource;
  store: AlarmStateStore;
  alarms: Alarms;
  suppression: Suppression;
  /** The last days of the balance's nodes, up to a shift day (YYYY-MM-DD) that is over. */
  nodeDays(industryId: string, date: string): Promise<NodeDays[]>;
  clock: Clock;
  /** The server stops: a slot that is being looked at is given up, and is looked at again after the next start. */
  isStopping?: () => boolean;
};

/** Others get their turn after so long. */
const LONGEST_TURN_MS = 6;

type Change = { key: KeyRecord; step: Step | null; finding: RuleFinding | undefined; unit: Unit | undefined; slot: number };

type NodeFinding = { subject: string; finding: RuleFinding };

/** What a slot was asked and answered; of the balance only at the end of a day. */
type Looked = { evaluated: readonly Evaluated[]; losses: readonly NodeFinding[] | undefined; ready: readonly PreparedRule[] };

/** The rules of one industry, what is kept of their keys, and how a slot is evaluated and stored. */
export class RuleEvaluator {
  readonly sums = new DaySums();
  readonly late: LateEvaluation;
  readonly #parts: EvaluatorParts;
  readonly #ready: PreparedRule[];
  /** Of each unit and category that is watched, what it is asked at some slots only. */
  readonly #watched: ReadonlyMap<string, () => readonly string[]>;
  readonly #keys: Map<string, KeyRecord>;

  constructor(parts: EvaluatorParts) {
    this.#parts = parts;
    this.#ready = prepareRules(parts.units, parts.settings, parts.facts);
    this.#watched = new Map(this.#ready.map(({ unit, rule, seldom }) => [`${unit.id}|${rule.category}`, seldom]));
    this.#keys = parts.keys;
    this.late = new LateEvaluation({ ...parts, sums: this.sums }, this.#ready);
  }

  /** Keys with their states. */
  keys(): ReadonlyMap<string, KeyRecord> {
    return this.#keys;
  }

  /** A person changed something about an alarm: the state follows, in the transaction that is open. */
  change(tx: WriteTx, { id, key }: Pick<AlarmRecord, 'id' | 'key'>, change: (state: ConditionState) => ConditionState): void {
    const known = this.#keys.get(key);
    // an older alarm of the key: its condition has a newer one already
    if (known?.state.alarmId !== id) return;
    const record = { ...known, state: change(known.state) };
    this.#parts.store.put(tx, this.#parts.industryId, record);
    this.#keys.set(key, record);
  }

  get settings(): AlertSettings {
    return this.#parts.settings;
  }

  /** Evaluates one closed slot and stores all changes in one transaction. */
  evaluate(slot: number): Promise<void> {
    return this.#evaluate(slot, this.#ready);
  }

  /** Looks at the end of a day at its balance alone, as of a past whose other alarms nobody asks for. */
  evaluateBalance(slot: number): Promise<void> {
    return this.#evaluate(slot, []);
  }

  async #evaluate(slot: number, ready: readonly PreparedRule[]): Promise<void> {
    const evaluated = await this.#look(slot, ready);
    if (this.#parts.isStopping?.()) return;
    const losses = await this.#losses(slot);
    const { store, industryId, alarms } = this.#parts;
    // from here on in one go: a person may change a key between two slots, but not between the transitions and their storing
    const changes = this.#applyTransitions({ evaluated, losses, ready }, slot);
    const kept = new Map<string, KeyRecord | undefined>();
    try {
      store.transaction((tx) => {
        for (const change of changes) kept.set(change.key.key, this.#store(tx, change));
        store.setProgress(tx, industryId, slot);
      });
    } catch (error) {
      alarms.forget();
      throw error;
    }
    for (const [key, record] of kept) {
      if (record) this.#keys.set(key, record);
      else this.#keys.delete(key);
    }
    alarms.publishPending();
  }

  /** At the end of a shift day, what the balance of that day says of its nodes; undefined at any other slot. */
  async #losses(slot: number): Promise<NodeFinding[] | undefined> {
    const { calendar, industryId, settings, nodeDays } = this.#parts;
    const day = calendar.dayOfSlot(slot);
    if (calendar.dayOfSlot(slot + 1) === day) return undefined;
    if (!settings.categories.stable_flow.enabled) return [];
    return (await nodeDays(industryId, dateOfDay(day))).flatMap((node) => {
      const finding = nodeLoss(node);
      return finding ? [{ subject: subjectText({ kind: 'node', id: node.nodeId }), finding }] : [];
    });
  }

  async #look(slot: number, ready: readonly PreparedRule[]): Promise<Evaluated[]> {
    const view = new ReadingView({ ...this.#parts, sums: this.sums }, slot);
    const { clock } = this.#parts;
    const evaluated: Evaluated[] = [];
    let startedMs = clock.monotonicMs();
    let unit: Unit | undefined;
    for (const one of ready) {
      if (one.unit !== unit) {
        unit = one.unit;
        view.release();
        if (clock.monotonicMs() - startedMs > LONGEST_TURN_MS) {
          await nextTurn();
          if (this.#parts.isStopping?.()) return evaluated;
          startedMs = clock.monotonicMs();
        }
      }
      for (const finding of one.evaluate(view)) evaluated.push({ ready: one, finding });
    }
    return evaluated;
  }

  /** State transitions for all findings, and for keys whose period is over or whose rule no longer applies. */
  #applyTransitions(looked: Looked, slot: number): Change[] {
    const { evaluated, losses } = looked;
    const { suppression, startSlot, industryId, settings } = this.#parts;
    const gateways = evaluateGateways(evaluated, (unitId) => suppression.gatewayOf(industryId, unitId));
    const changes: Change[] = [];
    const seen = new Set<string>();
    const weigh = (
      { unitId, category, unit }: { unitId: string; category: AlertCategory; unit?: Unit },
      found: RuleFinding,
      isHeld: boolean,
    ): ConditionState => {
      const key = alarmKey(unitId, category, found);
      seen.add(key);
      // after a start no unit counts as silent before its own off-time has passed
      const isHushed =
        found.isMet === true &&
        category === 'device_status' &&
        found.code === 1 &&
        slot < startSlot + found.threshold / SLOT_MINUTES;
      const finding = isHushed ? { ...found, isMet: null } : found;
      const before = this.#keys.get(key) ?? { key, unitId, category, state: idle };
      const isPutAside = isShelvedIn(before.state, slot);
      const next = transition(
        before.state,
        finding,
        timingOf(settings.categories[category], finding),
        slot,
        isHeld || isPutAside,
      );
      const isSuppressed = isHeld && next.state.isActive;
      const state = isSuppressed === next.state.isSuppressed ? next.state : { ...next.state, isSuppressed };
      if (next.step === null && state === before.state && !restated(state, finding)) return state;
      const taken = next.step ?? hidden(before.state, state) ?? restated(state, finding);
      const staged =
        taken && ['raised', 'rejoined', 'restated'].includes(taken.kind) ? { ...state, stage: finding.stage } : state;
      changes.push({ key: { ...before, state: staged }, step: taken, finding, unit, slot });
      return staged;
    };
    const children = new Set<string>();
    for (const { gatewayId, finding, unitIds } of gateways) {
      const { isActive } = weigh(
        { unitId: subjectText({ kind: 'gateway', id: gatewayId }), category: 'device_status' },
        finding,
        false,
      );
      // units come back one by one: until the gateway is believed to be back none of them is called silent for itself
      if (finding.isMet || isActive) for (const id of unitIds) children.add(id);
    }
    for (const { ready, finding } of evaluated) {
      const isChild = finding.code === 1 && ready.rule.category === 'device_status' && children.has(ready.unit.id);
      const isHeld = isChild || suppression.isUnderWork(industryId, ready.unit, slot);
      weigh({ unitId: ready.unit.id, category: ready.rule.category, unit: ready.unit }, finding, isHeld);
    }
    for (const { subject, finding } of losses ?? []) weigh({ unitId: subject, category: 'stable_flow' }, finding, false);
    return [...changes, ...this.#ended({ ...looked, seen }, slot)];
  }

  /** A day or month that is over ends its alarms; so does a rule that watches no longer. */
  #ended({ seen, losses, ready }: { seen: ReadonlySet<string> } & Looked, slot: number): Change[] {
    return [...this.#keys.values()].flatMap((record): Change[] => {
      const { key, state } = record;
      if (seen.has(key) || (!hasPeriod(key) && this.#isWatched(record, losses !== undefined, ready === this.#ready))) return [];
      const isAtRest = !state.isActive && state.on === 0;
      // it ended when it ended, however long it waits for a person
      if (isAtRest && isOpen(state)) return [];
      const ended = { ...state, isActive: false, on: 0, off: 0, ...(state.isActive && { clearedSlot: slot }) };
      const unit = this.#parts.units.find(({ id }) => id === record.unitId);
      const step: Step | null = state.isActive ? { kind: 'cleared' } : null;
      return [{ key: { ...record, state: ended }, step, finding: undefined, unit, slot }];
    });
  }

  /** Whether what was not looked at in a slot may be again in another. @param isWhole every rule was asked */
  #isWatched({ key, unitId, category }: KeyRecord, areNodesEvaluated: boolean, isWhole: boolean): boolean {
    const { kind } = subjectOf(unitId);
    if (kind === 'node') return !areNodesEvaluated;
    if (kind === 'gateway') return !isWhole;
    const seldom = this.#watched.get(`${unitId}|${category}`);
    return seldom !== undefined && (!isWhole || seldom().includes(paramOfKey(key)));
  }

  /** Writes one change. @returns the record of its key to keep; undefined when the key is idle again. */
  #store(tx: WriteTx, change: Change): KeyRecord | undefined {
    const { key, step: taken, finding, slot } = change;
    const { store, industryId } = this.#parts;
    const state = taken && this.#carryOut(tx, taken, change);
    const record = { ...key, state: state ?? key.state };
    const isForgettable = !record.state.isActive && record.state.on === 0 && !this.#isRemembered(record.state, slot);
    if (isForgettable || (finding === undefined && !isOpen(record.state))) {
      store.remove(tx, industryId, key.key);
      return undefined;
    }
    store.put(tx, industryId, record);
    return record;
  }

  /** Kept while a new activation would join it, or it needs attention. */
  #isRemembered(state: ConditionState, slot: number): boolean {
    return isWithinChatter(state.clearedSlot, slot) || isOpen(state) || isShelvedIn(state, slot);
  }

  /** Of a silent unit, where to look for it. */
  #placed(finding: RuleFinding, unit: Unit | undefined): RuleFinding {
    const { suppression, industryId } = this.#parts;
    const line = unit && finding.text === 'silent' ? suppression.gatewayOf(industryId, unit.id) : undefined;
    return line ? { ...finding, facts: { ...finding.facts, gateway: line.name, slave: line.slaveId } } : finding;
  }

  #alarmOf(finding: RuleFinding, { key, unit, slot }: Pick<Change, 'key' | 'unit' | 'slot'>): NewAlarm {
    return alarmOf(this.#parts, { ...key, finding: this.#placed(finding, unit), slot });
  }

  #carryOut(tx: WriteTx, taken: Step, { key, finding, unit, slot }: Change): ConditionState {
    const { alarms, industryId } = this.#parts;
    const { state } = key;
    const before = state.alarmId === null ? undefined : alarms.find(industryId, state.alarmId);
    // the transition that shows it again announces it too
    const known = before && { ...before, suppressed: state.isSuppressed };
    if (taken.kind === 'raised' && finding) {
      const record = alarms.raise(tx, this.#alarmOf(finding, { key, unit, slot }));
      return { ...state, alarmId: record.id, isAcked: record.insight, cameBackSlot: undefined };
    }
    if (!known) return state;
    if (taken.kind === 'restated' && finding) alarms.restate(tx, known, restatement(known, finding, taken.stage), taken.stage);
    else if (taken.kind === 'rejoined' && finding) {
      // what it said was of the time before it was over
      const { title, body, action, meta, value, threshold } = this.#alarmOf(finding, { key, unit, slot });
      alarms.rejoin(tx, { ...known, title, body, action, meta, threshold }, value, taken.announce);
    } else if (taken.kind === 'reminded') alarms.remind(tx, known);
    else if (taken.kind === 'hidden' || taken.kind === 'shown') alarms.suppress(tx, known, taken.kind === 'hidden');
    else if (taken.kind === 'cleared') alarms.clear(tx, known, (slot + 1) * SLOT_MS, clearedBody(known, unit, slot, state));
    return taken.kind === 'rejoined' ? { ...state, cameBackSlot: slot } : state;
  }
}
