import { SLOT_MINUTES, SLOTS_PER_DAY } from '../../../../core/slots.ts';
import type { SeriesInfo, Unit } from '../../../../plantModel/index.ts';
import { clock } from '../dayLimit.ts';
import type { RuleFinding, SlotView } from '../model.ts';

/** Far enough to say since when, at most. */
const LOOK_BACK_SLOTS = SLOTS_PER_DAY;

/** Slots since anything of the unit was measured; as many as are looked at, where nothing was. */
const silentSlots = (view: SlotView, series: readonly SeriesInfo[], most: number): number => {
  for (let ago = 0; ago < most; ago += 1) if (series.some(({ id }) => view.isMeasured(id, view.slot - ago))) return ago;
  return most;
};

/**
 * Evaluates whether a unit sends data.
 * @param offSlots slots without any measurement after which it is silent
 * @param backSlots measured slots after which it is back
 */
export const silenceEvaluator = (
  unit: Unit,
  series: readonly SeriesInfo[],
  { offSlots, backSlots }: { offSlots: number; backSlots: number },
): ((view: SlotView) => RuleFinding) => {
  let firstEvaluated = Number.POSITIVE_INFINITY;
  return (view) => {
    const silent = silentSlots(view, series, offSlots + 1);
    const isSilent = silent >= offSlots;
    const since = isSilent ? silentSlots(view, series, LOOK_BACK_SLOTS) : silent;
    firstEvaluated = Math.min(firstEvaluated, view.slot);
    // of a unit that was never measured the delay runs from when it is watched: a counter's first reading gives no slot
    const isNew = since >= LOOK_BACK_SLOTS && view.slot - firstEvaluated < offSlots;
    const isMet = isSilent && isNew ? null : isSilent;
    return {
      param: 'silence',
      direction: '',
      period: '',
      code: 1,
      isMet,
      isOver: silent === 0,
      value: since * SLOT_MINUTES,
      threshold: offSlots * SLOT_MINUTES,
      text: 'silent',
      facts: isMet === true ? lastSeen(view, series, since, unit) : { unit: unit.name },
      onSlots: 1,
      offSlots: backSlots,
      ...(isMet === true && { atSlot: view.slot }),
    };
  };
};

const lastSeen = (view: SlotView, series: readonly SeriesInfo[], since: number, unit: Unit): RuleFinding['facts'] => {
  const slot = view.slot - since;
  const last = series.find(({ id, kind }) => kind !== 'counter' && view.isMeasured(id, slot));
  return {
    unit: unit.name,
    at: since >= LOOK_BACK_SLOTS ? 'yesterday' : clock(view, slot + 1),
    min: since * SLOT_MINUTES,
    // what a counter added in five minutes says little
    v: last ? view.value(last.id, slot) : '',
    u: last?.measure ?? '',
    device: unit.feeds[0]?.deviceId ?? '',
  };
};
