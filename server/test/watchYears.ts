import { SLOT_MS } from '../core/slots.ts';
import { type InstrumentedPlant, newPlants } from '../demo/plant.ts';
import { columnOf } from '../demo/recorder.ts';
import type { RuleFinding, SlotView } from '../features/alarms/rules/model.ts';
import { type PreparedRule, prepareRules } from '../features/alarms/rules/prepareRules.ts';
import { factsOf } from '../plantModel/facts.ts';
import { settingsWith } from './alertRig.ts';
import { TestPlant } from './testPlant.ts';

const DAY_SLOTS = 288;
/** India. */
const ZONE_SLOTS = 66;
const SHIFT_HOUR = 6;

/** A line's flow, m3 a slot as its meter counts it. */
export type Line = { plant: string; unit: string; maxCapacity: number | null; flow: Float64Array };

const resolutionOf = (reading: { kind: string; resolution?: number }): number => reading.resolution ?? 0.1;

const linesOf = (plant: InstrumentedPlant, toMs: number): Line[] => {
  const { columns } = plant.record(toMs);
  return plant.industry.devices.flatMap((device) =>
    device.signals.flatMap(({ feeds, reading }): Line[] => {
      const unit = plant.industry.units.find(({ key }) => key === feeds?.unit);
      const isWater = unit?.type === 'flow' || unit?.type === 'borewell';
      const totals = columns.get(columnOf(reading) ?? '');
      if (!unit || !isWater || feeds?.param !== 'volume' || reading.kind !== 'total' || !totals) return [];
      const step = resolutionOf(reading);
      const counted = totals.map((total) => Math.floor(total / step) * step);
      const flow = counted.map((total, at) => (at === 0 ? 0 : Math.max(0, total - (counted[at - 1] ?? total))));
      return [{ plant: plant.industry.id, unit: unit.key, maxCapacity: unit.maxCapacity ?? null, flow }];
    }),
  );
};

/** Incidents are counted back from a day that lies far behind the last one. */
const FAR_DAYS = 400;

/** What the meters of both demo plants count over so many days, without an incident unless asked for, by the demo's own physics. */
export const demoLines = (
  seed: number,
  days: number,
  { withIncidents = false }: { withIncidents?: boolean } = {},
): { fromSlot: number; lines: Line[] } => {
  const firstDay = 20_000;
  const fromSlot = firstDay * DAY_SLOTS + SHIFT_HOUR * 12 - ZONE_SLOTS;
  const plants = newPlants({ seed, today: firstDay + days + (withIncidents ? 0 : FAR_DAYS), fromMs: fromSlot * SLOT_MS });
  return { fromSlot, lines: plants.flatMap((plant) => linesOf(plant, (fromSlot + days * DAY_SLOTS) * SLOT_MS)) };
};

/** Slots of one line as a rule sees them. */
class LineView implements SlotView {
  slot = 0;
  readonly today = { day: 0, date: '2024-01-01', firstSlot: 0, endSlot: 0 };
  readonly #litres: Float64Array;
  readonly #fromSlot: number;
  readonly #zoneSlots: number;

  constructor(litres: Float64Array, fromSlot: number, zoneSlots: number) {
    this.#litres = litres;
    this.#fromSlot = fromSlot;
    this.#zoneSlots = zoneSlots;
  }

  value(_: number, slot: number): number {
    return this.#litres[slot - this.#fromSlot] ?? Number.NaN;
  }
  isMeasured(_: number, slot: number): boolean {
    return Number.isFinite(this.value(_, slot));
  }
  isRejected(): boolean {
    return false;
  }
  daySum(): null {
    return null;
  }
  isWholeDay(): boolean {
    return false;
  }
  shiftDay(): { firstSlot: number; endSlot: number } {
    return this.today;
  }
  counterEvents(): [] {
    return [];
  }
  localTime(slot: number): { minute: number; weekday: number } {
    const at = slot + this.#zoneSlots;
    return { minute: (at % DAY_SLOTS) * 5, weekday: (Math.floor(at / DAY_SLOTS) + 4) % 7 };
  }
}

export type Watched = { unit: string; slot: number; finding: RuleFinding };

const preparedFor = ({ unit, maxCapacity }: Pick<Line, 'unit' | 'maxCapacity'>, fromSlot: number): PreparedRule => {
  const learnFrom = new Date(fromSlot * SLOT_MS).toISOString().slice(0, 10);
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
  plant.addUnit({
    id: unit,
    type: 'flow',
    subCategoryId: 's',
    maxCapacity,
    meta: { alertEnabled: { stable_flow: true }, alertParams: { stable_flow: { mode: 'learned', learnFrom } } },
  });
  const ready = prepareRules(plant.units('DEMO'), settingsWith(), factsOf(undefined));
  const found = ready.find(({ rule }) => rule.category === 'stable_flow');
  if (!found) throw new Error(`${unit} is not watched`);
  return found;
};

/** The slots at which the default watch of a line says that it leaks, without those that follow at once. */
export const leaksSeen = (
  line: Pick<Line, 'unit' | 'maxCapacity' | 'flow'>,
  fromSlot: number,
  { from = 0, zoneSlots = ZONE_SLOTS }: { from?: number; zoneSlots?: number } = {},
): Watched[] => {
  const { evaluate } = preparedFor(line, fromSlot);
  const litres = line.flow.map((m3) => m3 * 1000);
  const view = new LineView(litres, fromSlot, zoneSlots);
  const seen: Watched[] = [];
  let isActive = false;
  for (let at = from; at < litres.length; at += 1) {
    view.slot = fromSlot + at;
    for (const finding of evaluate(view)) {
      if (finding.isMet === true && !isActive) seen.push({ unit: line.unit, slot: at, finding });
      if (finding.isMet === true) isActive = true;
      else if (finding.isOver) isActive = false;
    }
  }
  return seen;
};
