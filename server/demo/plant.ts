import { Failure } from '../core/fail.ts';
import type { Checkpoint, PlantCheckpoint } from './checkpoint.ts';
import { disturbances, type Incident, incidents, momentOf, spanOf } from './incidents.ts';
import { Instrument } from './instrument.ts';
import { beverageIndustry } from './layout/beverage.ts';
import type { DemoDevice, DemoIndustry, DemoSignal } from './layout/model.ts';
import { northIndustry } from './layout/north.ts';
import { BeveragePlant } from './process/beverage.ts';
import { type BeverageState, keptBeverageState } from './process/beverageState.ts';
import { keptNorthState, NorthPlant, type NorthState } from './process/north.ts';
import type { ProcessModel } from './process/truth.ts';
import { type Mark, type Recording, record } from './recorder.ts';

/** One signal with its device and the instrument behind it. */
export type DemoChannel = { device: DemoDevice; signal: DemoSignal; instrument: Instrument };

const isTotal = ({ reading }: DemoSignal): boolean => reading.kind === 'total';

type Given = { seed: number; today: number; incidents: readonly Incident[]; marks: PlantCheckpoint['marks'] };

/** A model with everything that looks at it. */
export class InstrumentedPlant {
  readonly industry: DemoIndustry;
  readonly model: ProcessModel;
  readonly #given: Given;
  readonly #marks: PlantCheckpoint['marks'];

  constructor(industry: DemoIndustry, model: ProcessModel, given: Given) {
    this.industry = industry;
    this.model = model;
    this.#given = given;
    this.#marks = { ...given.marks };
  }

  /** Runs the model over whole slots up to a moment; remembers what instruments have to know of it. */
  record(toMs: number): Recording {
    const readings = this.#signals().map(({ signal }) => signal.reading);
    return record(this.model, readings, toMs, {
      marks: this.#markTimes(),
      marked: ({ stream, timeMs }, total) => {
        this.#marks[stream] = { timeMs, total };
      },
    });
  }

  /** Its instruments; to be asked for after what is behind was recorded. */
  channels(): DemoChannel[] {
    return this.#signals().map(({ device, signal }) => {
      const names = { device: `${this.industry.id}.${device.key}`, signal: signal.tag };
      return { device, signal, instrument: new Instrument(this.#given.seed, names, signal.reading, this.#marksOf(signal)) };
    });
  }

  /** The times [fromMs, toMs) at which nothing is read through a connection. */
  gaps(connection: string): { fromMs: number; toMs: number }[] {
    const { incidents, today } = this.#given;
    return incidents.flatMap((one) => (one.kind === 'gap' && one.connection === connection ? [spanOf(today, one)] : []));
  }

  /** Meters that were exchanged in what was recorded, with the display of the old one when it was taken off. */
  exchanges(): { unit: string; atMs: number; closing: number }[] {
    return this.#given.incidents.flatMap((one) => {
      const mark = one.kind === 'meterChange' ? this.#marks[this.#streamOf(one.unit) ?? ''] : undefined;
      const channel = this.channels().find(({ signal }) => 'unit' in one && signal.feeds?.unit === one.unit && isTotal(signal));
      if (!mark || !channel || one.kind !== 'meterChange') return [];
      const atMs = momentOf(this.#given.today, one.at);
      return [{ unit: one.unit, atMs, closing: Math.round(channel.instrument.show(mark.total, atMs) * 1000) / 1000 }];
    });
  }

  /** What has to be kept for the next start. */
  checkpoint(): PlantCheckpoint {
    return { state: this.model.state as PlantCheckpoint['state'], marks: this.#marks };
  }

  #signals(): { device: DemoDevice; signal: DemoSignal }[] {
    return this.industry.devices.flatMap((device) => device.signals.map((signal) => ({ device, signal })));
  }

  #markTimes(): Mark[] {
    return this.#given.incidents.flatMap((one) => {
      if (one.kind !== 'rollover' && one.kind !== 'meterChange') return [];
      const stream = this.#streamOf(one.unit);
      return stream === undefined ? [] : [{ stream, timeMs: momentOf(this.#given.today, one.at) }];
    });
  }

  #streamOf(unit: string): string | undefined {
    const found = this.#signals().find(({ signal }) => signal.feeds?.unit === unit && isTotal(signal));
    return found?.signal.reading.kind === 'total' ? found.signal.reading.stream : undefined;
  }

  #marksOf({ feeds, reading }: DemoSignal) {
    if (reading.kind !== 'total') return {};
    const mark = this.#marks[reading.stream];
    const incident = this.#given.incidents.find((one) => 'at' in one && one.unit === feeds?.unit);
    if (!mark || !incident) return {};
    return incident.kind === 'rollover' ? { rolledAt: mark } : { replacedAt: mark };
  }
}

/** Both plants as they are on their first moment. */
export function newPlants({ seed, today, fromMs }: { seed: number; today: number; fromMs: number }): InstrumentedPlant[] {
  return joined({ seed, today }, { state: fromMs, marks: {} }, { state: fromMs, marks: {} });
}

/** Both plants as an earlier run left them. @throws Failure `unavailable` when one of them is not there. */
export function resumedPlants({ seed, today, plants }: Checkpoint): InstrumentedPlant[] {
  const [beverage, north] = [plants[beverageIndustry.id], plants[northIndustry.id]];
  if (!beverage || !north) throw new Failure('unavailable', 'demo.json lacks a plant. Start the demo in another folder');
  return joined(
    { seed, today },
    { state: keptBeverageState(beverage.state), marks: beverage.marks },
    { state: keptNorthState(north.state), marks: north.marks },
  );
}

function joined(
  { seed, today }: { seed: number; today: number },
  beverage: { state: BeverageState | number; marks: PlantCheckpoint['marks'] },
  north: { state: NorthState | number; marks: PlantCheckpoint['marks'] },
): InstrumentedPlant[] {
  const beverageModel = new BeveragePlant(seed, beverage.state, disturbances(today));
  return [
    new InstrumentedPlant(beverageIndustry, beverageModel, { seed, today, incidents, marks: beverage.marks }),
    new InstrumentedPlant(northIndustry, new NorthPlant(seed + 1, north.state), {
      seed: seed + 1,
      today,
      incidents: [],
      marks: north.marks,
    }),
  ];
}

/** A demo with its plants. */
export type DemoState = { seed: number; today: number; plants: readonly InstrumentedPlant[] };
