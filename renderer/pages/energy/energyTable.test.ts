import { expect, it } from 'vitest';
import type { DeviceDataV2 } from '../../../server/contract/user/deviceData.ts';
import { headOf } from '../../parts/table.ts';
import { energyTable } from './energyTable.ts';

const meter = { displayName: 'Incomer', completeness: 100, energy: { kWh: 868, cost: 6510.5 } };
const data = { categories: [{ subCategories: [{ units: [meter] }] }] } as unknown as DeviceDataV2;

const costIn = (currency: string | undefined) => {
  const { columns, rows } = energyTable(data, 'Thursday', currency);
  const at = columns.findIndex(({ key }) => key === 'cost');
  return { head: columns[at] && headOf(columns[at]), cost: rows[0]?.[at] };
};

it('a cost stands under its currency, and not at all before that is known', () => {
  expect(costIn('INR')).toEqual({ head: 'Energy cost (INR)', cost: 6510.5 });
  expect(costIn(undefined)).toEqual({ head: 'Energy cost', cost: null });
});
