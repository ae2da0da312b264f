import type { ProgramMinute } from '../../../../server/contract/plant/program.ts';
import type { ChartStep } from '../../../parts/charts/SvgChart.tsx';

const mostSteps = 240;
const minuteMs = 60_000;

/** One figure of every minute as steps of a chart; of many minutes the worst of each stretch, so that a peak is never lost. */
export const chartSteps = (
  minutes: readonly ProgramMinute[],
  of: (minute: ProgramMinute) => number | null,
): { steps: ChartStep[]; fromMs: number; toMs: number } => {
  const each = Math.max(1, Math.ceil(minutes.length / mostSteps));
  const steps: ChartStep[] = [];
  for (let at = 0; at < minutes.length; at += each) {
    const stretch = minutes.slice(at, at + each);
    const values = stretch.map(of).filter((value) => value !== null);
    const fromMs = Date.parse(stretch[0]?.at ?? '');
    const toMs = Date.parse(stretch.at(-1)?.at ?? '') + minuteMs;
    steps.push({ fromMs, toMs, value: values.length === 0 ? null : Math.max(...values) });
  }
  return { steps, fromMs: steps[0]?.fromMs ?? 0, toMs: steps.at(-1)?.toMs ?? minuteMs };
};
