import type { Overview } from '../../../server/contract/plant/overview.ts';
import type { TableTwin } from '../../parts/table.ts';
import { longDate } from '../../text/times.ts';
import { dayOf } from './usePlantNow.ts';
import { kpiNames } from './verdict.ts';
import { words } from './words.ts';

/** The key figures in rows, as they are published. */
export const overviewTable = (overview: Overview): TableTwin => ({
  name: `${words.title} ${dayOf(overview)}`,
  caption: `${words.title}, ${longDate(dayOf(overview))}`,
  columns: [
    { key: 'figure', label: words.table.figure },
    { key: 'value', label: words.table.value, numeric: true },
    { key: 'unit', label: words.table.unit },
    { key: 'median', label: words.table.median, numeric: true },
    { key: 'low', label: words.table.low, numeric: true },
    { key: 'high', label: words.table.high, numeric: true },
    { key: 'complete', label: words.table.complete, numeric: true, plain: true },
    { key: 'reporting', label: words.table.meters, numeric: true, plain: true },
    { key: 'meters', label: words.table.all, numeric: true, plain: true },
  ],
  rows: kpiNames.map((name) => {
    const { value, unit, sameWeekday, completeness, meters } = overview.kpis[name];
    const { median, low, high } = sameWeekday;
    return [words.kpi[name], value, unit, median, low, high, completeness, meters.reporting, meters.unitIds.length];
  }),
});
