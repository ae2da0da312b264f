import type { LineSeriesOption } from 'echarts/charts';
import type { Tokens } from '../../../parts/tokens.ts';
import { isEstimated } from '../../../state/slotQuality.ts';
import type { Step } from './lines.ts';
import { middleOf, type Pair, pairs } from './marks.ts';

const dot = 'circle';
/** Steps of a course that a line does not show: a lone value, and one that somebody repaired. */
const dots = (steps: readonly Step[], isShown: (step: Step) => boolean): { at: Pair; symbol: string }[] =>
  steps.flatMap((step, index) => {
    const alone = (steps[index - 1]?.value ?? null) === null && (steps[index + 1]?.value ?? null) === null;
    if (step.value === null || !isShown(step) || !(alone || step.letter === 'R')) return [];
    return [{ at: [middleOf(step), step.value], symbol: step.letter === 'R' ? 'diamond' : dot }];
  });

/**
 * A measured course: solid where it was measured, dashed where it is estimated or not over; a lone value is a dot. Each line has the points
 * that it draws and no others, because every step of a zoom costs by the point.
 */
export const course = (steps: readonly Step[], tokens: Tokens): LineSeriesOption[] => {
  const doubtful = (step: Step | undefined): boolean => step !== undefined && (isEstimated(step.letter) || step.running);
  // with the measured neighbours, so that the line does not break where the estimate begins
  const beside = (at: number): boolean => doubtful(steps[at]) || doubtful(steps[at - 1]) || doubtful(steps[at + 1]);
  const look = { color: tokens.live, width: 2 };
  const common = { type: 'line' as const, connectNulls: false, z: 3, clip: true, itemStyle: { color: tokens.live } };
  const marked = dots(steps, (step) => !doubtful(step));
  const dashed = steps.flatMap((step, at): Pair[] =>
    beside(at) ? [[middleOf(step), step.value]] : beside(at - 1) ? [[middleOf(step), null]] : [],
  );
  return [
    {
      ...common,
      name: 'course',
      data: pairs(steps, (step) => !doubtful(step)),
      lineStyle: look,
      showSymbol: false,
    },
    ...(marked.length === 0
      ? []
      : [
          {
            ...common,
            name: 'dots of the course',
            data: marked.map(({ at }) => at),
            lineStyle: { opacity: 0 },
            showSymbol: true,
            showAllSymbol: true,
            symbol: (_: unknown, { dataIndex }: { dataIndex: number }) => marked[dataIndex]?.symbol ?? dot,
            symbolSize: tokens.rem * 0.375,
          },
        ]),
    ...(dashed.length === 0
      ? []
      : [
          {
            ...common,
            name: 'doubtful course',
            data: dashed,
            lineStyle: { ...look, type: 'dashed' as const },
            showSymbol: false,
          },
        ]),
  ];
};

const outlinePoints = 200;

/** The course in few points, for the outline in the slider. */
export const outline = (steps: readonly Step[], name: string): LineSeriesOption => {
  const every = Math.max(1, Math.ceil(steps.length / outlinePoints));
  const data = Array.from({ length: Math.ceil(steps.length / every) }, (_, at): Pair => {
    const own = steps.slice(at * every, (at + 1) * every);
    const highest = own.reduce<number | null>(
      (most, { value }) => (value === null ? most : Math.max(most ?? value, value)),
      null,
    );
    return [own[0]?.fromMs ?? 0, highest];
  });
  return { type: 'line', name, data, lineStyle: { opacity: 0 }, showSymbol: false, silent: true };
};
