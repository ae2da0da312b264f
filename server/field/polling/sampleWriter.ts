import type { FieldQuality } from '../../contract/model/field.ts';
import type { Retraction, Sample } from '../../core/field/field.ts';
import type { BlockRun, FailedTag } from './devicePlan.ts';
import type { ReadWords } from './span.ts';
import type { TagStates } from './tags/tagTable.ts';

export type SampleOutlet = { publish: (samples: Sample[]) => void; retract: (retractions: Retraction[]) => void };

type WriterDeps = SampleOutlet & { table: TagStates; isStopped: () => boolean };

type Slots = BlockRun['slots'];

/** Turns one device's answers and failures into samples. */
export class SampleWriter {
  readonly #deps: WriterDeps;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  /**
   * Publishes those of the run's tags that are wholly in what was read; where the line has no transaction ids, once it is shown that the
   * words are theirs. `onRefused` comes when they are not. Once the device was stopped no value comes of it; one can still be taken back.
   */
  words(run: BlockRun, read: ReadWords, onRefused: () => void): void {
    const { address, words, atMs, held } = read;
    const base = run.block.address - address;
    const isWhole = base >= 0 && base + run.block.count <= words.length;
    const slots = isWhole ? run.slots : slotsWithin(run.slots, base, words.length);
    if (!held) {
      this.#publish(this.#samples(run, slots, base, read));
      return;
    }
    const { table, retract, isStopped } = this.#deps;
    held.follow({
      kept: () => {
        if (isStopped()) return;
        this.#publish(this.#samples(run, slots, base, read).map((sample) => ({ ...sample, isRevocable: true })));
      },
      refused: () => {
        if (isStopped()) return;
        this.#publish(slots.map(({ tagId }) => table.failed(tagId, 'BAD_ANSWER', false)));
        onRefused();
      },
      takenBack: () => {
        retract(slots.map(({ tagId }) => ({ tagId, fromMs: atMs, toMs: atMs })));
        const samples = slots.map(({ tagId }) => table.takenBack(tagId, atMs));
        if (isStopped()) return;
        this.#publish(samples);
        onRefused();
      },
    });
  }

  /** Publishes tags without a value. `isAnswer`: the device itself said so. */
  failed(tags: readonly FailedTag[], isAnswer: boolean): void {
    if (this.#deps.isStopped()) return;
    this.#publish(tags.map(({ tagId, quality }) => this.#deps.table.failed(tagId, quality, isAnswer)));
  }

  failedRuns(runs: readonly BlockRun[], quality: FieldQuality, isAnswer: boolean): void {
    const tags = runs.flatMap(({ slots }) => slots.map(({ tagId }) => ({ tagId, quality })));
    this.failed(tags, isAnswer);
  }

  #samples(run: BlockRun, slots: Slots, base: number, { words, atMs }: ReadWords): Sample[] {
    const { table } = this.#deps;
    const answers = slots === run.slots && run.answers ? run.answers : table.blockOf(slots);
    if (slots === run.slots) run.answers = answers;
    return answers.take({ words, atMs, nowMs: table.nowMs }, base);
  }

  #publish(samples: Sample[]): void {
    if (samples.length > 0) this.#deps.publish(samples);
  }
}

const slotsWithin = (slots: Slots, base: number, length: number): Slots =>
  slots.filter(({ offset, decoder }) => base + offset >= 0 && base + offset + decoder.registers <= length);
