import type { Space } from '../../contract/model/field.ts';
import type { MapRun, RegisterMap } from '../../contract/plant/tools/registers.ts';
import { isFailure } from '../../core/fail.ts';
import type { MapRange, ToolRun } from '../../core/field/fieldTools.ts';

type State = MapRun['state'];
export type WordReader = (space: Space, address: number, count: number) => Promise<readonly number[]>;
export type MapArea = {
  space: Space;
  from: number;
  to: number;
  maxCount: number;
  thorough: boolean;
  forbidden: readonly MapRange[];
};

/** Absent addresses in a row after which only every tenth is asked. */
const longRun = 16;
const step = 10;
/** Devices that take nothing but pairs of registers are found by trying some. */
const mostPairTries = 4;
const mostSilences = 3;
const stepsPerReport = 25;

/** Finds which addresses exist: blocks as large as the device takes, halved where it refuses. */
export class RegisterMapper {
  readonly #area: MapArea;
  readonly #read: WordReader;
  readonly #run: ToolRun<RegisterMap>;
  readonly #states: State[];
  readonly #words = new Map<number, number>();
  #largestRead: number | null = null;
  #absentRun = 0;
  #pairTries = 0;
  #silences = 0;
  #steps = 0;
  #next: number;

  constructor(area: MapArea, read: WordReader, run: ToolRun<RegisterMap>) {
    this.#area = area;
    this.#read = read;
    this.#run = run;
    this.#next = area.from;
    this.#states = Array.from({ length: area.to - area.from + 1 }, () => 'unasked');
    for (const { from, to } of area.forbidden) {
      for (let at = Math.max(from, area.from); at <= Math.min(to, area.to); at += 1) this.#set(at, 'forbidden');
    }
  }

  /** Fails with `timeout` when the device falls silent, with the line's failures, and with the signal's reason. */
  async perform(): Promise<void> {
    this.#report();
    try {
      await this.#walk();
    } finally {
      this.#report();
    }
  }

  async #walk(): Promise<void> {
    const { from, to, maxCount } = this.#area;
    let size = maxCount;
    for (let at = from; at <= to; ) {
      this.#run.signal.throwIfAborted();
      this.#next = at;
      if (this.#stateOf(at) !== 'unasked') {
        at += 1;
        continue;
      }
      if (this.#isSkipped(at)) {
        at += 1;
        continue;
      }
      const count = Math.min(size, this.#freeFrom(at), to - at + 1);
      if (await this.#takes(at, count)) {
        at += count;
        // the refused block may have held an absent address and not been too large: larger ones are tried again step by step
        size = Math.min(maxCount, size * 2);
      } else if (count > 1) {
        size = Math.max(1, count >> 1);
      } else {
        at += await this.#missing(at);
      }
      this.#steps += 1;
      if (this.#steps % stepsPerReport === 0) this.#report();
    }
    this.#next = to + 1;
  }

  /** In a long run of absent addresses only every tenth is asked. */
  #isSkipped(at: number): boolean {
    return !this.#area.thorough && this.#absentRun >= longRun && at % step !== 0;
  }

  /** One address that is refused; answers with how many are known now. */
  async #missing(at: number): Promise<number> {
    if (this.#pairTries < mostPairTries && at < this.#area.to && this.#stateOf(at + 1) === 'unasked') {
      this.#pairTries += 1;
      if (await this.#takes(at, 2)) {
        this.#pairTries = 0;
        return 2;
      }
    }
    this.#set(at, 'absent');
    this.#absentRun += 1;
    return 1;
  }

  async #takes(address: number, count: number): Promise<boolean> {
    try {
      const words = await this.#read(this.#area.space, address, count);
      this.#silences = 0;
      await this.#present(address, words);
      return true;
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.code === 'exception') {
        this.#silences = 0;
        return false;
      }
      if (error.code !== 'timeout' && error.code !== 'crc' && error.code !== 'badAnswer') throw error;
      this.#silences += 1;
      if (this.#silences >= mostSilences) throw error;
      // some devices stay silent where others refuse
      if (count === 1) this.#set(address, 'silent');
      return false;
    }
  }

  async #present(address: number, words: readonly number[]): Promise<void> {
    const cameOutOfRun = this.#absentRun >= longRun && !this.#area.thorough;
    this.#absentRun = 0;
    for (const [i, word] of words.entries()) {
      this.#set(address + i, 'present');
      this.#words.set(address + i, word);
    }
    this.#largestRead = Math.max(this.#largestRead ?? 0, words.length);
    if (!cameOutOfRun) return;
    // the area may begin before the address that was asked
    for (let at = address - 1; at > address - step && this.#stateOf(at) === 'unasked'; at -= 1) {
      if (!(await this.#takes(at, 1))) {
        if (this.#stateOf(at) === 'unasked') this.#set(at, 'absent');
        return;
      }
    }
  }

  #freeFrom(address: number): number {
    let count = 1;
    while (count < this.#area.maxCount && this.#stateOf(address + count) === 'unasked') count += 1;
    return count;
  }

  #stateOf(address: number): State | undefined {
    return this.#states[address - this.#area.from];
  }

  #set(address: number, state: State): void {
    this.#states[address - this.#area.from] = state;
  }

  #report(): void {
    const total = this.#states.length;
    const done = Math.min(total, this.#next - this.#area.from);
    this.#run.onProgress(
      { done, total, now: `address ${Math.min(this.#next, this.#area.to)}`, remainingSeconds: null },
      this.#known(),
    );
  }

  #known(): RegisterMap {
    const runs: MapRun[] = [];
    for (const [i, state] of this.#states.entries()) {
      const address = this.#area.from + i;
      const last = runs.at(-1);
      if (last?.state === state) last.to = address;
      else runs.push({ from: address, to: address, state, words: state === 'present' ? [] : null });
      runs.at(-1)?.words?.push(this.#words.get(address) ?? 0);
    }
    return { runs, largestRead: this.#largestRead };
  }
}
