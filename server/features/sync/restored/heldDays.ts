import type { UnequalDays } from '../../../contract/plant/hub/heldDays.ts';
import { hashOfBlock } from '../../../core/bytes/blockHash.ts';
import { pack, unpack } from '../../../core/bytes/packing.ts';
import { totalOf } from '../../../core/counters/aggregate.ts';
import { Failure } from '../../../core/fail.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { emptyBlock } from '../../../core/slots.ts';
import { type AdoptedDay, displayUnitOf, toDisplay } from '../../../historian/index.ts';
import type { SeriesInfo, UnitDirectory } from '../../../plantModel/index.ts';
import type { AfterRestore } from '../round/roundParts.ts';
import type { GoneDay } from './goneDayStore.ts';
import type { OwnDay, UnequalDay } from './heldDayStore.ts';

export type HeldDaysParts = Pick<AfterRestore, 'held' | 'gone' | 'adopt'> & {
  directory: Pick<UnitDirectory, 'industry' | 'unit' | 'seriesById'>;
  /** Something is to be sent soon. */
  onDecided(): void;
};

type Series = UnequalDays['days'][number]['series'][number];

const AT_ONCE = 100;
const KILO = 1000;

/** A day of a series as one number: the volume of a counter, the mean of what is measured. */
const shownOf = ({ sum, avg, complete }: UnequalDay['total'], { kind, measure }: Pick<SeriesInfo, 'kind' | 'measure'>) => ({
  value: toDisplay(kind === 'counter' ? sum : avg, displayUnitOf(measure, KILO)),
  complete,
});

const emptyDay = ({ firstSlot, slots }: UnequalDay['block'], { kind }: SeriesInfo): OwnDay => {
  const block = emptyBlock(firstSlot, slots);
  const total = { ...totalOf(block, kind, slots), counterOpen: null, counterClose: null };
  return { revision: 0, total, block: { firstSlot, slots, packed: pack(block), hash: hashOfBlock(block) } };
};

/** Closed days of which the hub has something else than the plant: shown beside the plant's own, until a person decides which is kept. */
export class HeldDays {
  readonly #parts: HeldDaysParts;
  readonly #deciding = new Set<string>();

  constructor(parts: HeldDaysParts) {
    this.#parts = parts;
  }

  state(): UnequalDays {
    const { held, gone, directory } = this.#parts;
    const all = [...held.all(), ...gone.undecided()];
    const days = Map.groupBy(
      all.toSorted((a, b) => a.industryId.localeCompare(b.industryId) || a.day - b.day),
      ({ industryId, day }) => `${day} ${industryId}`,
    );
    return {
      days: [...days.values()].flatMap((its) => {
        const [first] = its;
        if (!first) return [];
        const { industryId, day } = first;
        return [
          {
            ...{ industryId, name: directory.industry(industryId)?.name ?? industryId, date: dateOfDay(day) },
            series: its.flatMap((one) => ('uid' in one ? this.#shownGone(one) : (this.#shown(one) ?? []))),
          },
        ];
      }),
    };
  }

  #shown(one: UnequalDay): Series | undefined {
    const { held, directory } = this.#parts;
    const info = directory.seriesById(one.seriesId);
    if (!info) return undefined;
    const own = held.own(one.seriesId, one.day);
    return {
      ...{ unitId: info.unitId, unitName: directory.unit(info.industryId, info.unitId)?.name ?? info.unitId, param: info.param },
      ...{ isGone: false, measure: displayUnitOf(info.measure, KILO).unit, signed: one.isSigned, unequalSlots: one.unequalSlots },
      plant: own ? shownOf(own.total, info) : null,
      hub: shownOf(one.total, info),
    };
  }

  #shownGone({ industryId, unitId, param, measure, kind, isSigned, slots, total }: GoneDay): Series {
    return {
      ...{ unitId, unitName: this.#parts.directory.unit(industryId, unitId)?.name ?? unitId, param, isGone: true },
      ...{ measure: displayUnitOf(measure, KILO).unit, signed: isSigned, unequalSlots: slots },
      ...{ plant: null, hub: shownOf(total, { kind, measure }) },
    };
  }

  /**
   * The day of all series is from now on what one side has, in a revision above both: the hub takes it and keeps what it had as history. Of series that the plant does not know
   * any more the hub puts aside what it has, whichever side is kept.
   * @returns of how many series. @throws Failure `notFound` where nothing of the day waits, `conflict` while it is being decided.
   */
  async decide(industryId: string, date: string, keep: 'plant' | 'hub'): Promise<number> {
    const { held, gone, adopt, onDecided } = this.#parts;
    const day = dayNumber(date);
    const waiting = held.on(industryId, day);
    const left = gone.on(industryId, day);
    if (waiting.length + left.length === 0) throw new Failure('notFound', 'Nothing of this day waits for a decision');
    const key = `${industryId} ${day}`;
    if (this.#deciding.has(key)) throw new Failure('conflict', 'The day is being decided');
    this.#deciding.add(key);
    try {
      for (let at = 0; at < waiting.length; at += AT_ONCE) {
        const some = waiting.slice(at, at + AT_ONCE);
        await adopt(
          some.flatMap((one) => this.#kept(one, keep) ?? []),
          (tx) => {
            for (const { seriesId } of some) held.drop(tx, seriesId, day);
          },
        );
      }
      if (left.length > 0) gone.decide(industryId, day);
    } finally {
      this.#deciding.delete(key);
      onDecided();
    }
    return waiting.length + left.length;
  }

  #kept(one: UnequalDay, keep: 'plant' | 'hub'): AdoptedDay | undefined {
    const { held, directory } = this.#parts;
    const { seriesId, industryId, day } = one;
    const info = directory.seriesById(seriesId);
    if (!info) return undefined;
    const own = held.own(seriesId, day);
    const revision = Math.max(one.revision, own?.revision ?? 0) + 1;
    if (keep === 'hub') return { seriesId, industryId, day, revision, total: one.total, block: one.block };
    // nothing, said as a day without readings: there is no other way to say it
    const { block, total } = own ?? emptyDay(one.block, info);
    // a total that does not fit its slots would be refused
    const found = totalOf(unpack(block.packed, block.firstSlot, block.slots), info.kind, block.slots);
    return { seriesId, industryId, day, revision, total: { ...total, ...found }, block };
  }
}
