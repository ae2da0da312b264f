import type { Cell, TableTwin } from '../../../parts/table.ts';
import { text } from '../../../text/words.ts';
import type { StepKey } from '../search.ts';
import { words } from '../words.ts';
import { indexAt, type Step } from './lines.ts';
import type { ReadLine } from './Readout.tsx';
import { stepName } from './stepNames.ts';

type Input = {
  lines: readonly ReadLine[];
  timezone: string;
  step: StepKey;
  caption: string;
  /** The stretch that is looked at. */
  fromMs: number;
  toMs: number;
};

const said = (step: Step): string =>
  step.running && step.value !== null ? words.notOver : step.cut ? words.cutShort : text.quality[step.letter];

/** The steps of the main line that have begun, with the others beside them: what is seen, and no more. */
export const trendTable = ({ lines, timezone, step, caption, fromMs, toMs }: Input): TableTwin => {
  const [main, ...others] = lines;
  const steps = (main?.steps ?? []).filter((one) => one.toMs > fromMs && one.fromMs < toMs);
  const last = steps.findLastIndex(({ value, letter }) => value !== null || letter !== 'M');
  const thinned = steps.some(({ low }) => low !== null) && main?.unit !== undefined;
  const rows = steps
    .slice(0, last + 1)
    .map((one): Cell[] => [
      stepName(one, timezone, step, true),
      one.value,
      said(one),
      ...(thinned ? [one.low, one.high] : []),
      ...others.map((line) => line.steps[indexAt(line.steps, (one.fromMs + one.toMs) / 2)]?.value ?? null),
    ]);
  const numeric = { numeric: true as const };
  return {
    name: caption.replaceAll(/[\\/:*?"<>|]/g, ' '),
    caption,
    columns: [
      { key: 'time', label: words.trend.time },
      { key: 'value', label: main?.name ?? '', unit: main?.unit ?? '', ...numeric },
      { key: 'quality', label: words.trend.quality },
      ...(thinned
        ? [
            { key: 'low', label: words.lowestSlot, unit: main?.unit ?? '', ...numeric },
            { key: 'high', label: words.highestSlot, unit: main?.unit ?? '', ...numeric },
          ]
        : []),
      ...others.map(({ name, unit }, index) => ({ key: `${index} ${name}`, label: name, unit, ...numeric })),
    ],
    rows,
  };
};
