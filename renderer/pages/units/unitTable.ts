import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import type { TableTwin } from '../../parts/table.ts';
import { text } from '../../text/words.ts';
import { words } from './words.ts';

/** Every unit with its volume or energy of the day, as a table. */
export const unitTable = (units: readonly OverviewUnit[]): TableTwin => ({
  name: words.list,
  caption: words.title,
  columns: [
    { key: 'unit', label: words.column.unit },
    { key: 'group', label: words.column.group },
    { key: 'kind', label: words.column.kind },
    { key: 'today', label: words.column.today, numeric: true },
    { key: 'measure', label: words.column.measure },
    { key: 'complete', label: words.trend.completeness, unit: '%', numeric: true },
  ],
  rows: units.map(({ unitName, subCategory, type, today, siUnit }) => [
    unitName,
    subCategory.displayName,
    text.types[type],
    today.value,
    siUnit,
    today.completeness,
  ]),
});
