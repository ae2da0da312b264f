import type { RoPlant } from '../../../../contract/user/roEfficiency.ts';
import type { ChartSection, Row, TableSection } from '../../model.ts';
import type { ReportPart } from '../../parts.ts';
import { beside, number, share, text } from '../columns.ts';
import { type Collecting, isOfWholePlant } from '../context.ts';

const rowOf = ({ plantName, normalized, energy, feed, permeate, reject, ...plant }: RoPlant): Row => ({
  cells: {
    plant: plantName,
    hours: plant.runHours,
    feed: feed.volumeKL,
    permeate: permeate.volumeKL,
    reject: reject.volumeKL,
    recovery: plant.recoveryPct,
    target: plant.recoveryTarget,
    rejection: plant.saltRejectionPct,
    sec: energy?.specificKWhPerKL ?? null,
    flow: normalized?.permeateFlowPct ?? null,
    salt: normalized?.saltPassagePct ?? null,
    pressure: normalized?.differentialPressurePct ?? null,
    advice: normalized?.advice ?? '',
    complete: plant.completeness,
  },
});

const table = (plants: readonly RoPlant[]): TableSection => ({
  kind: 'table',
  key: 'ro',
  title: 'Reverse osmosis',
  columns: [
    text('plant', 'Plant'),
    number('hours', 'Run hours', 'h', 2),
    number('feed', 'Feed', 'KL', 2),
    number('permeate', 'Permeate', 'KL', 2),
    number('reject', 'Reject', 'KL', 2),
    beside(number('recovery', 'Recovery', '%', 2), 'target'),
    number('target', 'Target', '%', 2),
    number('rejection', 'Salt rejection', '%', 2),
    number('sec', 'Energy', 'kWh/KL', 3),
    number('flow', 'Normalised flow', '%', 2),
    number('salt', 'Normalised salt passage', '%', 2),
    number('pressure', 'Normalised pressure drop', '%', 2),
    text('advice', 'Cleaning'),
    share('complete', 'Complete'),
  ],
  rows: plants.map(rowOf),
  notes: [
    'Recovery and energy are of sums over the running minutes. Normalised values are percent of the reference day, on the last day that could be judged (ASTM D4516).',
    ...plants
      .filter(({ missingTags }) => missingTags.length > 0)
      .map(({ plantName, missingTags }) => `${plantName} is not normalised: ${missingTags.join(', ')} missing.`),
  ],
});

const recoveryChart = (plants: readonly RoPlant[]): ChartSection[] => {
  const lines = plants.flatMap(({ plantName, graph }) => {
    const recovery = graph.find(({ key }) => key === 'recovery');
    return recovery ? [{ name: plantName, recovery }] : [];
  });
  const [first] = lines;
  if (!first) return [];
  return [
    {
      kind: 'chart',
      key: 'roChart',
      title: 'Recovery of reverse osmosis',
      form: 'lines',
      unit: '%',
      decimals: 1,
      labels: first.recovery.labels ?? [],
      series: lines.map(({ name, recovery }) => ({
        name,
        values: recovery.values.map((value, at) => (recovery.quality[at] === 'M' ? null : value)),
      })),
    },
  ];
};

/** Of a month: reverse osmosis as its page shows it; nothing where there is no plant. */
export const ro = async (context: Collecting): Promise<ReportPart> => {
  const isAsked = context.order.type === 'monthly' && isOfWholePlant(context.order);
  const plants = isAsked ? await context.ro(context.window) : null;
  if (!plants) return { kpis: [], sections: [], readings: [] };
  return { kpis: [], sections: [table(plants), ...recoveryChart(plants)], readings: [] };
};
