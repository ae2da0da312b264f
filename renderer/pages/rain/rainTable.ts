import type { RainAnalytics, RainSide, RainTrend } from '../../../server/contract/user/rainfall.ts';
import type { TableTwin } from '../../parts/table.ts';
import { hasValue, letterAt } from '../../state/slotQuality.ts';
import { text } from '../../text/words.ts';
import { words } from './words.ts';

/** Each step of each gauge. */
export const rainTable = (data: RainTrend, when: string): TableTwin => ({
  name: words.table.rain(when),
  caption: words.table.rain(when),
  columns: [
    { key: 'gauge', label: words.table.gauge },
    { key: 'time', label: words.table.time },
    { key: 'mm', label: words.table.mm, unit: 'mm', numeric: true },
    { key: 'quality', label: words.table.quality },
  ],
  rows: data.units.flatMap(({ unitName, graph }) =>
    graph.values.map((value, at) => {
      const letter = letterAt(graph.quality, at);
      return [unitName, graph.labels?.[at] ?? '', hasValue(letter) ? value : null, text.quality[letter]];
    }),
  ),
});

export const harvestTable = (data: RainSide, siUnit: string, currency: string, when: string): TableTwin => ({
  name: words.table.harvest(when),
  caption: words.table.harvest(when),
  columns: [
    { key: 'figure', label: words.table.figure },
    { key: 'value', label: words.table.value, numeric: true },
    { key: 'unit', label: words.table.unit },
  ],
  rows: [
    [words.total, data.rainMm, 'mm'],
    [words.potential, data.potentialKL, siUnit],
    [words.harvested, data.harvestedKL, siUnit],
    [words.efficiency, data.efficiencyPct, '%'],
    [words.used, data.usedKL, siUnit],
    [words.recharged, data.rechargedKL, siUnit],
    [words.spilled, data.spillKL, siUnit],
    [words.saving, data.savingPctOfDemand, '%'],
    [words.savingCost, data.savingCost, currency],
    ...data.catchments.map(({ name, potentialKL }) => [`${words.potential}: ${name}`, potentialKL, siUnit]),
  ],
});

export const potentialTable = (data: RainAnalytics): TableTwin => ({
  name: words.table.potential,
  caption: words.table.potential,
  columns: [
    { key: 'month', label: words.table.month },
    { key: 'normal', label: words.normalMm, unit: 'mm', numeric: true },
    { key: 'potential', label: words.potential, unit: 'KL', numeric: true },
    { key: 'demand', label: words.demand, unit: 'KL', numeric: true },
  ],
  rows: words.months.map((month, at) => [
    month,
    data.monthlyNormalMm[String(at + 1).padStart(2, '0')] ?? null,
    data.potentialKLByMonth[at] ?? null,
    data.demandKLByMonth[at] ?? null,
  ]),
});
