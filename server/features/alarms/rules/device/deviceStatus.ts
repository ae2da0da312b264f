import { SLOT_MINUTES, SLOTS_PER_HOUR } from '../../../../core/slots.ts';
import type { SeriesInfo, Unit } from '../../../../plantModel/index.ts';
import type { Rule, RuleFinding, SlotView } from '../model.ts';
import { isInService, paramsOf } from '../params.ts';
import { leastFlowM3h } from '../stableFlow.ts';
import { disagreement, ledgerEvaluator } from './counterStatus.ts';
import { silenceEvaluator } from './silence.ts';
import { stuckEvaluator } from './stuck.ts';

const STUCK_SLOTS = 6 * SLOTS_PER_HOUR;
const REJECTED_SLOTS = 3;

/** Series that readings feed; a unit without any is not watched. */
const fedSeries = ({ series, feeds }: Unit): SeriesInfo[] =>
  series.filter(({ param }) => feeds.some((feed) => feed.param === param));

/** Three slots in a row whose values failed their checks. @param backSlots slots after which it is over */
const rejected = (view: SlotView, unit: Unit, series: readonly SeriesInfo[], backSlots: number): RuleFinding => {
  const { slot } = view;
  const isMet = series.some(({ id }) =>
    Array.from({ length: REJECTED_SLOTS }, (_, ago) => slot - ago).every((one) => view.isRejected(id, one)),
  );
  return {
    param: 'rejected',
    direction: '',
    period: '',
    code: 3,
    isMet,
    isOver: !isMet,
    value: REJECTED_SLOTS * SLOT_MINUTES,
    threshold: REJECTED_SLOTS * SLOT_MINUTES,
    text: 'rejected',
    facts: { unit: unit.name, min: REJECTED_SLOTS * SLOT_MINUTES },
    onSlots: 1,
    offSlots: backSlots,
  };
};

/** No data, a stuck value, values that fail their checks, a wrong clock, a counter that cannot be right (docs/domain.md 2.5, 13.3). */
export const deviceStatus: Rule = {
  category: 'device_status',
  prepare(parts) {
    const { unit, settings } = parts;
    const series = fedSeries(unit);
    if (series.length === 0 || !isInService('device_status', parts)) return undefined;
    const params = paramsOf('device_status', parts);
    const intervalSlots = Math.ceil(params.number('expectedIntervalMinutes', SLOT_MINUTES) / SLOT_MINUTES);
    const offSlots = Math.max(settings.onDelaySlots, 3 * intervalSlots);
    const stuckSlots = Math.max(2, Math.round(params.number('stuckHours', STUCK_SLOTS / SLOTS_PER_HOUR) * SLOTS_PER_HOUR));
    const silence = silenceEvaluator(unit, series, { offSlots, backSlots: settings.offDelaySlots });
    const stuck = stuckEvaluator(parts, series, stuckSlots);

    const counter = series.find(({ kind }) => kind === 'counter');
    const ledger = counter && ledgerEvaluator(unit, counter);
    const hasFlow = series.some(({ param }) => param === 'flow');
    const leastM3h = leastFlowM3h(parts);
    return (view) => [
      silence(view),
      rejected(view, unit, series, settings.offDelaySlots),
      ...stuck(view),
      ...(ledger?.(view) ?? []),
      ...(counter && hasFlow ? disagreement(view, unit, counter, leastM3h) : []),
    ];
  },
};
