import { SLOT_MS } from '../../../../server/contract/model/common.ts';
import type { OverviewUnit } from '../../../../server/contract/plant/overview.ts';
import type { Trend } from '../../../../server/contract/plant/readings/trend.ts';
import type { Shown } from '../params.ts';
import { amountBeside, defaultShown, shownOf } from '../params.ts';
import type { StepKey } from '../search.ts';
import type { Range } from './range.ts';
import { type Line, unlessPrevious, useLine } from './useLine.ts';

const mainEveryMs = 60_000;
const otherEveryMs = SLOT_MS;

export type LinesAsked = {
  unit: OverviewUnit;
  shown: Shown;
  range: Range;
  compare: Range | null;
  step: StepKey;
  points: number;
  overlays: readonly OverviewUnit[];
  zoom: readonly [number, number] | null;
  /** False while it is not known how many points there is room for. */
  enabled: boolean;
};

export type OverlayLine = { unit: OverviewUnit; shown: Shown; line: Line };
export type Lines = {
  main: Line;
  compare: Line;
  /** The amounts beside a rate, of the range and of what it is compared with. */
  amount: Line | null;
  amountBefore: Line | null;
  overlays: OverlayLine[];
};

/** How far a running range has come, minutes; undefined of one that is over. */
const elapsedOf = (trend: Trend | undefined): number | undefined => {
  if (trend === undefined || trend.settledTo >= trend.to) return undefined;
  return Math.max(0, (Date.parse(trend.settledTo) - Date.parse(trend.from)) / 60_000);
};

/** What a unit shows laid over another: the same parameter where it has it. */
const shownAlike = (unit: OverviewUnit, shown: Shown): Shown =>
  shownOf(unit).find(({ key }) => key === shown.key) ??
  defaultShown(unit, false) ?? { ...shown, param: unit.params[0]?.param ?? shown.param };

/** Every line of the chart and every figure below it. */
export const useLines = ({ unit, shown, range, compare, step, points, overlays, zoom, enabled }: LinesAsked): Lines => {
  const { param, form } = shown;
  const common = { range, step, points, everyMs: otherEveryMs, enabled };
  const main = useLine({ ...common, unitId: unit.unitId, param, form, everyMs: mainEveryMs }, zoom);
  const startMs = main.answer.data === undefined ? undefined : Date.parse(main.answer.data.from);
  const elapsedMinutes = elapsedOf(main.answer.data);
  const ready = main.answer.data !== undefined && main.answer.previous !== true;
  const before = { ...common, range: compare ?? range, elapsedMinutes, enabled: compare !== null && ready };
  const compared = useLine({ ...before, unitId: unit.unitId, param, form }, zoom, startMs);
  const beside = amountBeside(unit, shown);
  const amounts = { unitId: unit.unitId, param: beside ?? param, form: 'value' as const, step: 'slot' as const, points: 20 };
  const longRange = step === 'day' ? { step: 'day' as const } : {};
  const amount = useLine({ ...common, ...amounts, ...longRange, enabled: enabled && beside !== null }, null);
  const amountBefore = useLine({ ...before, ...amounts, ...longRange, enabled: before.enabled && beside !== null }, null);
  const at = (index: number) => {
    const over = overlays[index];
    const alike = over === undefined ? shown : shownAlike(over, shown);
    return {
      over,
      alike,
      asked: {
        ...common,
        unitId: over?.unitId ?? unit.unitId,
        param: alike.param,
        form: alike.form,
        enabled: enabled && over !== undefined,
      },
    };
  };
  const all = [0, 1, 2, 3, 4].map(at);
  const lines = [
    useLine(all[0]?.asked ?? at(0).asked, zoom),
    useLine(all[1]?.asked ?? at(1).asked, zoom),
    useLine(all[2]?.asked ?? at(2).asked, zoom),
    useLine(all[3]?.asked ?? at(3).asked, zoom),
    useLine(all[4]?.asked ?? at(4).asked, zoom),
  ];
  return {
    main,
    compare: unlessPrevious(compared),
    amount: beside === null ? null : unlessPrevious(amount),
    amountBefore: beside === null || compare === null ? null : unlessPrevious(amountBefore),
    overlays: all.flatMap(({ over, alike }, index) => {
      const line = lines[index];
      return over === undefined || line === undefined ? [] : [{ unit: over, shown: alike, line: unlessPrevious(line) }];
    }),
  };
};
