import { expect, it } from 'vitest';
import type { Row, TableSection } from '../../model.ts';
import { number, text } from '../columns.ts';
import { complianceOf } from './compliance.ts';

const tableOf = (key: string, columns: TableSection['columns'], cells: Row['cells']): TableSection => ({
  ...{ kind: 'table', key, title: key, columns },
  rows: [{ cells }],
});

it('limits of megalitres have the places and the unit of their meters', () => {
  const columns = [number('volume', 'Volume', 'ML', 5), number('ofLimit', 'Of limit', '%', 1)];
  const [table] = complianceOf([tableOf('meters1', columns, { unit: 'a', limit: 0.001, volume: 0.00123, ofLimit: 123 })]);
  expect(table?.columns.find(({ key }) => key === 'value')?.decimals).toBe(5);
  expect(table?.rows[0]?.cells).toMatchObject({ rule: 'limit, ML', measure: 'ML', verdict: 'above the limit' });
});

it('limits of an analyser say what they are, also of what has no unit of measure', () => {
  const rules = [
    ['', 'from 6.5 to 8.5, minutes out'],
    ['mg/L', 'from 6.5 to 8.5 mg/L, minutes out'],
  ].map(([measure = '', rule]) => {
    const cells = { unit: 'lab', param: 'pH', measure, low: 6.5, high: 8.5, mean: 7, out: 0 };
    const [table] = complianceOf([tableOf('quality', [text('unit', 'Analyser')], cells)]);
    return [table?.rows[0]?.cells.rule, rule];
  });
  for (const [said, rule] of rules) expect(said).toBe(rule);
});
