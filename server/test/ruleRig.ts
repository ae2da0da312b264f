import type { AlertSettings } from '../contract/model/alertSettings.ts';
import type { IndustryFacts } from '../contract/model/industryFacts.ts';
import { dayNumber } from '../core/shift.ts';
import { type ConditionState, idle, transition } from '../features/alarms/lifecycle/machine.ts';
import { wordAlarm } from '../features/alarms/lifecycle/texts.ts';
import type { AlertCategory } from '../features/alarms/model.ts';
import type { RuleFinding } from '../features/alarms/rules/model.ts';
import { type PreparedRule, prepareRules } from '../features/alarms/rules/prepareRules.ts';
import { DaySums, ReadingView } from '../features/alarms/rules/readingView.ts';
import { timingOf } from '../features/alarms/rules/timing.ts';
import { alarmKey } from '../features/alarms/subject.ts';
import { factsOf } from '../plantModel/facts.ts';
import { settingsWith } from './alertRig.ts';
import type { TestPlant } from './testPlant.ts';

type Raised = { slot: number; kind: string; title: string; finding: RuleFinding };

/** Rules of one unit on slots written by hand, with the machine behind them and nothing else. */
export class RuleRig {
  readonly #plant: TestPlant;
  readonly #settings: AlertSettings;
  readonly #ready: PreparedRule[];
  readonly #sums = new DaySums();
  readonly #days = new Map<string, { firstSlot: number; values: Float64Array; quality: Uint8Array }>();

  constructor(plant: TestPlant, categories: Record<string, object> = {}, facts: IndustryFacts = factsOf(undefined)) {
    this.#plant = plant;
    this.#settings = settingsWith(categories);
    this.#ready = prepareRules(plant.units('DEMO'), this.#settings, facts);
  }

  /** The slot at a place of a shift date. */
  slot(date: string, at: number): number {
    return this.#plant.calendar.windowOfDay(dayNumber(date)).firstSlot + at;
  }

  /** What the rules of a category find at a unit when a slot has closed. */
  evaluate(unitId: string, category: AlertCategory, slot: number): RuleFinding[] {
    const { reader, calendar } = this.#plant;
    const source = {
      slots: reader.slots.bind(reader),
      dayTotals: reader.dayTotals.bind(reader),
      counterEvents: reader.counterEvents.bind(reader),
      inMemory: (seriesId: number, day: number) => {
        const known = this.#days.get(`${seriesId} ${day}`);
        if (known) return known;
        const { firstSlot, slots } = calendar.windowOfDay(day);
        const run = reader.slots(seriesId, firstSlot, firstSlot + slots);
        const read = { firstSlot, values: run.values, quality: Buffer.from(run.quality, 'latin1') };
        this.#days.set(`${seriesId} ${day}`, read);
        return read;
      },
    };
    const view = new ReadingView({ source, calendar, sums: this.#sums }, slot);
    return this.#ready
      .filter(({ unit, rule }) => unit.id === unitId && rule.category === category)
      .flatMap(({ evaluate }) => evaluate(view));
  }

  watches(unitId: string): AlertCategory[] {
    return this.#ready.filter(({ unit }) => unit.id === unitId).map(({ rule }) => rule.category);
  }

  finding(unitId: string, category: AlertCategory, slot: number, param: string, direction?: string): RuleFinding | undefined {
    return this.evaluate(unitId, category, slot).find(
      (one) => one.param === param && (direction === undefined || one.direction === direction),
    );
  }

  /** All steps of the alarms of a unit over the slots of a shift date from one place to another, as the machine makes them. */
  run(unitId: string, category: AlertCategory, date: string, from: number, to: number): Raised[] {
    const states = new Map<string, ConditionState>();
    const raised: Raised[] = [];
    for (let slot = this.slot(date, from); slot < this.slot(date, to); slot += 1)
      for (const finding of this.evaluate(unitId, category, slot)) {
        const key = alarmKey(unitId, category, finding);
        const timing = timingOf(this.#settings.categories[category], finding);
        const next = transition(states.get(key) ?? idle, finding, timing, slot, false);
        const isRaised = next.step?.kind === 'raised';
        states.set(key, isRaised ? { ...next.state, alarmId: `${key}@${slot}` } : next.state);
        if (next.step) raised.push({ slot, kind: next.step.kind, title: wordAlarm(finding.text, finding.facts).title, finding });
      }
    return raised;
  }

  /** The same in words: place in the day, step, title. */
  lines(unitId: string, category: AlertCategory, date: string, from: number, to: number): string[] {
    const first = this.slot(date, 0);
    return this.run(unitId, category, date, from, to).map(
      ({ slot, kind, title, finding }) => `${slot - first} ${kind} ${title}${finding.insight ? ' (insight)' : ''}`,
    );
  }
}
