import { useMemo, useState } from 'react';
import { Chart } from '../../parts/Chart.tsx';
import { useTokens } from '../../parts/tokens.ts';
import { chartOption } from './chartOption.ts';
import type { PeriodKey } from './period.ts';
import { Readout } from './Readout.tsx';
import { labelEvery } from './stepLabels.ts';
import type { Trend } from './trend.ts';

type Props = {
  trend: Trend;
  labels: readonly string[];
  period: PeriodKey;
  nowMs: number;
  showBefore: boolean;
  limits: { low: number | null; high: number | null };
  label: string;
  height: string;
};

/** The chart with a line above it that reads the step under the pointer or the arrow keys. */
export const TrendChart = ({ trend, labels, period, nowMs, showBefore, limits: { low, high }, label, height }: Props) => {
  const tokens = useTokens();
  const [at, setAt] = useState<number | null>(null);
  // gaps change with the slots, not with the seconds
  const slotMs = Math.floor(nowMs / 300_000) * 300_000;
  const option = useMemo(
    () =>
      chartOption({
        trend,
        labels,
        labelEvery: labelEvery[trend.grain],
        nowMs: slotMs,
        showBefore,
        limits: { low, high },
        tokens,
      }),
    [trend, labels, slotMs, showBefore, low, high, tokens],
  );
  return (
    <>
      <Readout trend={trend} labels={labels} at={at} period={period} showBefore={showBefore} />
      <Chart option={option} count={trend.points.length} label={label} onPoint={setAt} height={height} />
    </>
  );
};
