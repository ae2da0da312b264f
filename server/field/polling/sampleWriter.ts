import type { FieldQuality } from '../../contract/model/field.ts';
import type { Sample } from '../../core/field.ts';
import type { FailedTag, Run } from './devicePlan.ts';
import type { TagTable } from './tagTable.ts';

/** Registers as they were read, from `address` on. */
export type ReadWords = { address: number; words: readonly number[]; atMs: number };

type WriterDeps = { table: TagTable; publish: (samples: Sample[]) => void; isStopped: () => boolean };

/** CooperativeScheduler one device's answers and failures into samples. */
export class SampleWriter {
  readonly #deps: WriterDeps;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  /** Publishes those of the run's tags that lie wholly in what was read. */
  words(run: Run, { address, words, atMs }: ReadWords): void {
    const samples: Sample[] = [];
    for (const { tagId, offset, decoder } of run.slots) {
      const at = run.block.address + offset - address;
      if (at < 0 || at + decoder.registers > words.length) continue;
      samples.push(this.#deps.table.answered(tagId, decoder.decode(words, at), atMs, words, at, decoder.registers));
    }
    this.#publish(samples);
  }

  /** Publishes tags without a value. `isAnswer`: the device itself said so. */
  failed(tags: readonly FailedTag[], isAnswer: boolean): void {
    this.#publish(tags.map(({ tagId, quality }) => this.#deps.table.failed(tagId, quality, isAnswer)));
  }

  failedRuns(runs: readonly Run[], quality: FieldQuality, isAnswer: boolean): void {
    const tags = runs.flatMap(({ slots }) => slots.map(({ tagId }) => ({ tagId, quality })));
    this.failed(tags, isAnswer);
  }

  #publish(samples: Sample[]): void {
    if (samples.length > 0 && !this.#deps.isStopped()) this.#deps.publish(samples);
  }
}
