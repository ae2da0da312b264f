import type { FieldQuality, RegisterRange, Space } from '../../contract/model/field.ts';
import type { DeviceState, FieldDevice, FieldTag } from '../../core/field/field.ts';
import { compileDecoder } from '../decode/decode.ts';
import { holeParts } from './bisect.ts';
import type { RefusedParts } from './deviceReader.ts';
import type { PollSchedule } from './pollSchedule.ts';
import { type Block, planReads } from './readPlan.ts';
import type { BlockSlot, TagBlock } from './tags/tagBlock.ts';

/** A refusal may be of a device that is still starting: asked again soon, seldom once it has repeated itself. */
const firstRetryMs = 5000;
const longestRetryMs = 10 * 60_000;
/** What the device knows and cannot give comes back by itself. */
const longestFailureMs = 60_000;
/** So are the most registers at once and the holes: one that refused at random, while it started or in the place of another, would be read in pieces for ever. */
const forgetAfterMs = { first: 10 * 60_000, longest: 24 * 3_600_000 };

/** A block of the present plan with what its polling needs to remember. Times are monotonic ms. */
export type BlockRun = {
  block: Block;
  slots: BlockSlot[];
  /** What the last answer to the whole of it held; null before the first. */
  answers: TagBlock | null;
  grid: PollSchedule;
  isRunning: boolean;
  lastGoodMs: number;
  lastTriedMs: number;
  /** Silences in a row; a block that stays silent while its device answers is held back. */
  silences: number;
  heldUntilMs: number;
  askedAgainMs: number;
  /** How often the device failed in the whole of it, and when it is looked again whether it does. */
  failures: number;
  lookAgainMs: number;
};

export type FailedTag = { tagId: string; quality: FieldQuality };

type Exclusion = { quality: FieldQuality; retryAtMs: number; delayMs: number };

type PlanDeps = { maxGapRegisters: number; gridOf: (periodMs: number) => PollSchedule };

/** What is read from one device and in which blocks, without what it has refused. */
export class DevicePlan {
  readonly #device: FieldDevice;
  readonly #tags: readonly FieldTag[];
  readonly #deps: PlanDeps;
  readonly #excluded = new Map<string, Exclusion>();
  #learnt: RegisterRange[] = [];
  /** Between the tags of one block, wherein another block may have tags: whether these are there it finds out itself. */
  #holes: RegisterRange[] = [];
  #maxCounts = new Map<Space, number>();
  #runs: BlockRun[] = [];
  #forget = { atMs: Number.POSITIVE_INFINITY, delayMs: forgetAfterMs.first, lastMs: Number.NEGATIVE_INFINITY };

  constructor(device: FieldDevice, tags: readonly FieldTag[], deps: PlanDeps) {
    this.#device = device;
    this.#tags = tags;
    this.#deps = deps;
    const blocks = planReads(tags, device.limits, deps);
    const planned = idsOf(blocks);
    for (const { id } of tags) {
      if (!planned.has(id)) this.#excluded.set(id, { quality: 'BAD_CONFIG', retryAtMs: Number.POSITIVE_INFINITY, delayMs: 0 });
    }
    this.#runs = blocks.map((block) => this.#runOf(block));
  }

  get runs(): readonly BlockRun[] {
    return this.#runs;
  }

  /** Tags in no block, and why. */
  get excluded(): FailedTag[] {
    return [...this.#excluded].map(([tagId, { quality }]) => ({ tagId, quality }));
  }

  get shortestPeriodMs(): number {
    return Math.min(...this.#tags.map(({ periodMs }) => periodMs));
  }

  /** Plans around what was found out about a refused block. Answers with the tags that fell out. */
  learn(block: Block, finding: RefusedParts, nowMs: number): FailedTag[] {
    const { refusedTagIds, forbidden, maxCount, quality } = finding;
    if (forbidden) (refusedTagIds.length > 0 ? this.#learnt : this.#holes).push({ space: block.space, ...forbidden });
    if (maxCount !== null) this.#maxCounts.set(block.space, maxCount);
    if (maxCount !== null || this.#holes.length > 0) this.#forgetLater(nowMs);
    return this.exclude(refusedTagIds, quality, nowMs);
  }

  /** Monotonic ms when a refused tag, or the whole of what is read in pieces, is asked again. */
  get nextRetryMs(): number {
    let nextMs = this.#forget.atMs;
    for (const { retryAtMs } of this.#excluded.values()) nextMs = Math.min(nextMs, retryAtMs);
    return nextMs;
  }

  /** Leaves tags out for seconds, and longer each time that they are refused again. */
  exclude(tagIds: readonly string[], quality: FieldQuality, nowMs: number): FailedTag[] {
    const before = new Set(this.#excluded.keys());
    for (const tagId of tagIds) this.#excluded.set(tagId, excluded(quality, nowMs));
    this.#replan(nowMs);
    return this.excluded.filter(({ tagId }) => !before.has(tagId));
  }

  /** The next refused tag whose time has come, as a block of its own; put off for twice as long as before. */
  takeRetry(nowMs: number): { tagId: string; block: Block } | null {
    for (const [tagId, entry] of this.#excluded) {
      if (entry.retryAtMs > nowMs) continue;
      entry.delayMs = Math.min(entry.quality === 'BAD_DEVICE' ? longestFailureMs : longestRetryMs, 2 * entry.delayMs);
      entry.retryAtMs = nowMs + entry.delayMs;
      const [block] = planReads(
        this.#tags.filter(({ id }) => id === tagId),
        this.#device.limits,
        this.#deps,
      );
      if (block) return { tagId, block };
    }
    return null;
  }

  /** The device knows a block after all. */
  readmit(block: Block, nowMs: number): void {
    const end = block.address + block.count - 1;
    const isElsewhere = ({ space, from, to }: RegisterRange): boolean =>
      space !== block.space || to < block.address || from > end;
    this.#learnt = this.#learnt.filter(isElsewhere);
    this.#holes = this.#holes.filter(isElsewhere);
    for (const { tag } of block.tags) this.#excluded.delete(tag.id);
    // what fell out with it is asked again too
    for (const entry of this.#excluded.values()) if (entry.retryAtMs < Number.POSITIVE_INFINITY) entry.retryAtMs = nowMs;
    this.#replan(nowMs);
  }

  /** Reads as if nothing were known of holes and of how much the device gives at once, where that was learnt long enough ago. */
  forgetLimits(nowMs: number): boolean {
    const { atMs, delayMs } = this.#forget;
    if (nowMs < atMs) return false;
    this.#forget = { atMs: Number.POSITIVE_INFINITY, delayMs: Math.min(forgetAfterMs.longest, 2 * delayMs), lastMs: nowMs };
    this.#holes = [];
    this.#maxCounts.clear();
    this.#replan(nowMs);
    return true;
  }

  /** Sooner again where it has not been so the last time. */
  #forgetLater(nowMs: number): void {
    const forget = this.#forget;
    if (forget.atMs < Number.POSITIVE_INFINITY) return;
    if (nowMs - forget.lastMs > forget.delayMs) forget.delayMs = forgetAfterMs.first;
    forget.atMs = nowMs + forget.delayMs;
  }

  /** The block of which an answer is most to be expected. */
  preferred(nowMs: number): BlockRun | undefined {
    const free = this.#runs.filter(({ heldUntilMs }) => heldUntilMs <= nowMs);
    const byHope = (a: BlockRun, b: BlockRun): number => b.lastGoodMs - a.lastGoodMs || a.lastTriedMs - b.lastTriedMs;
    return (free.length > 0 ? free : [...this.#runs]).sort(byHope)[0];
  }

  /** How many registers from a block's first on the device has been seen to give, within its limits; the block's own where no more. */
  readableFrom({ space, address, count }: Block): number {
    const { maxRegisters, maxBits } = this.#device.limits;
    const limit = Math.min(space === 'coil' || space === 'discrete' ? maxBits : maxRegisters, this.#maxCounts.get(space) ?? 2000);
    let end = address + count;
    const others = this.#runs.filter(({ block, lastGoodMs }) => block.space === space && lastGoodMs > Number.NEGATIVE_INFINITY);
    for (const { block } of others.sort((a, b) => a.block.address - b.block.address))
      if (block.address <= end) end = Math.max(end, block.address + block.count);
    return Math.max(count, Math.min(limit, end - address));
  }

  /** The device fails in the whole of a block: what it may give of it is looked for ever more seldom. */
  failedWhole(run: BlockRun, nowMs: number): void {
    run.lookAgainMs = nowMs + Math.min(longestRetryMs, firstRetryMs * 2 ** run.failures);
    run.failures += 1;
  }

  state(): Pick<DeviceState, 'plan' | 'learntForbidden'> {
    const plan = this.#runs.map(({ block: { space, address, count, periodMs, tags } }) => ({
      space,
      address,
      count,
      periodMs,
      tagIds: tags.map(({ tag }) => tag.id),
    }));
    const { atomic } = this.#device.limits;
    const holes = this.#holes.flatMap((hole) => holeParts(hole, this.#tags, atomic));
    return { plan, learntForbidden: [...this.#learnt, ...holes] };
  }

  #replan(nowMs: number): void {
    const { limits } = this.#device;
    const known = new Map(this.#runs.map((run) => [keyOf(run.block), run]));
    const active = this.#tags.filter(({ id }) => !this.#excluded.has(id));
    const smallest = (spaces: Space[], limit: number): number =>
      Math.min(limit, ...spaces.map((space) => this.#maxCounts.get(space) ?? limit));
    const blocks = planReads(
      active,
      {
        ...limits,
        maxRegisters: smallest(['holding', 'input'], limits.maxRegisters),
        maxBits: smallest(['coil', 'discrete'], limits.maxBits),
        forbidden: [...limits.forbidden, ...this.#learnt],
      },
      { ...this.#deps, holes: this.#holes },
    );
    this.#runs = blocks.map((block) => known.get(keyOf(block)) ?? this.#runOf(block));
    const planned = idsOf(blocks);
    for (const { id } of active) {
      if (!planned.has(id)) this.#excluded.set(id, excluded('BAD_ADDRESS', nowMs));
    }
  }

  #runOf(block: Block): BlockRun {
    const slots = block.tags.map(({ tag, offset }) => ({ tagId: tag.id, offset, decoder: compileDecoder(tag.decode) }));
    const never = Number.NEGATIVE_INFINITY;
    const grid = this.#deps.gridOf(block.periodMs);
    return {
      block,
      slots,
      answers: null,
      grid,
      isRunning: false,
      lastGoodMs: never,
      lastTriedMs: never,
      silences: 0,
      heldUntilMs: never,
      askedAgainMs: never,
      failures: 0,
      lookAgainMs: never,
    };
  }
}

const excluded = (quality: FieldQuality, nowMs: number): Exclusion => ({
  quality,
  retryAtMs: nowMs + firstRetryMs,
  delayMs: firstRetryMs,
});

const idsOf = (blocks: readonly Block[]): Set<string> => new Set(blocks.flatMap(({ tags }) => tags.map(({ tag }) => tag.id)));

const keyOf = ({ space, address, count, periodMs, tags }: Block): string =>
  `${space} ${address} ${count} ${periodMs} ${tags.map(({ tag }) => tag.id).join(' ')}`;
