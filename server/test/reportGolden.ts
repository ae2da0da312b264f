import { expect } from 'vitest';
import type { DeviceDataV2, UnitV2 } from '../contract/user/deviceData.ts';
import { round } from '../core/round.ts';
import type { ReportModel, Row, TableSection } from '../features/reports/model.ts';

export const tablesOf = ({ sections }: ReportModel): TableSection[] => sections.filter((section) => section.kind === 'table');

/** Rows of all tables whose first column is a unit, by its name. */
export const rowsByUnit = (model: ReportModel, column: string): Map<string, Row['cells']> =>
  new Map(
    tablesOf(model)
      .filter(({ columns }) => ['unit', column].every((name) => columns.some(({ key }) => key === name)))
      .flatMap(({ rows }) => rows.filter(({ isGroup }) => !isGroup).map(({ cells }) => [String(cells.unit), cells] as const)),
  );

export const unitsOf = ({ categories }: DeviceDataV2): UnitV2[] =>
  categories.flatMap(({ subCategories }) => subCategories.flatMap(({ units }) => units));

const rounded = (value: unknown, places: number): number | null => (typeof value === 'number' ? round(value, places) : null);

/** Every number of a meter in a report is that of the dashboard. */
export const expectMeter = (cells: Row['cells'] | undefined, unit: UnitV2, amount = 'volume', places = 2): void => {
  expect(rounded(cells?.[amount], places), `${unit.displayName} ${amount}`).toBe(unit.total);
  expect(rounded(cells?.estimated, places), `${unit.displayName} estimated`).toBe(unit.estimated);
  if (cells?.complete !== null) expect(cells?.complete, `${unit.displayName} complete`).toBe(unit.completeness);
};

/** What a report prints by hour, day or month is the dashboard's graph; a gap is null here and 0 with quality M there. */
export const expectBuckets = (model: ReportModel, units: readonly UnitV2[]): number => {
  let compared = 0;
  for (const table of tablesOf(model).filter(({ key }) => key.startsWith('buckets')))
    for (const { key, name } of table.columns.slice(1)) {
      const unit = units.find(({ displayName }) => displayName === name);
      if (!unit) continue;
      for (const { cells } of table.rows) {
        const at = unit.graph.labels?.indexOf(String(cells.at)) ?? -1;
        const isKnown = unit.graph.quality[at] !== 'M';
        expect(rounded(cells[key], 5), `${name} ${cells.at}`).toBe(isKnown ? unit.graph.values[at] : null);
        compared += 1;
      }
    }
  return compared;
};
