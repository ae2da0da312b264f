import type { Series } from '../../../server/contract/model/common.ts';
import type { ChartStep } from '../../parts/charts/SvgChart.tsx';
import { hasValue, isEstimated, letterAt } from '../../state/slotQuality.ts';
import { addDays, dateOf, msAt } from '../../text/times.ts';

const minuteMs = 60_000;

/** The steps of a published series; those of a calendar day begin with its shift. What is missing has no value. */
export const seriesSteps = (
  { start, stepMinutes, values, quality }: Pick<Series, 'start' | 'stepMinutes' | 'values' | 'quality'>,
  { timezone, shiftStart }: { timezone: string; shiftStart: string },
): ChartStep[] => {
  const startMs = Date.parse(start);
  const first = dateOf(startMs, timezone);
  const fromOf = (at: number): number =>
    stepMinutes === null || stepMinutes >= 1440
      ? msAt(addDays(first, at), shiftStart, timezone)
      : startMs + at * stepMinutes * minuteMs;
  return values.map((value, at) => {
    const letter = letterAt(quality, at);
    return { fromMs: fromOf(at), toMs: fromOf(at + 1), value: hasValue(letter) ? value : null, estimated: isEstimated(letter) };
  });
};
