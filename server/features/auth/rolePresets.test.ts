import { expect, it } from 'vitest';
import { type Permission, permissions } from '../../contract/permissions.ts';
import { rolePresets } from './rolePresets.ts';

const switching: readonly Permission[] = ['RELAY_CONTROL', 'PLC_WRITE'];
const held = (role: keyof typeof rolePresets, of: readonly Permission[]): Permission[] =>
  of.filter((one) => rolePresets[role].includes(one));

it('who reads switches nothing and changes nothing', () => {
  const changing: readonly Permission[] = [
    ...switching,
    'ALERTS_TRIGGER',
    'BATCH_PROCESS',
    'ACCOUNT_SETTINGS',
    'WATER_BALANCE_EDITOR',
    'SCADA_EDITOR',
    'COMMISSIONING',
  ];
  expect(held('viewer', changing)).toEqual([]);
  expect(held('manager', switching)).toEqual([]);
});

it('an operator moves valves, and a technician alone of the two writes registers', () => {
  expect(held('operator', [...switching, 'COMMISSIONING', 'ACCOUNT_SETTINGS'])).toEqual(['RELAY_CONTROL']);
  expect(held('technician', [...switching, 'COMMISSIONING', 'PLC_READ'])).toEqual([...switching, 'COMMISSIONING', 'PLC_READ']);
});

it('no role gives what belongs to the owner of the site, and an admin has all else', () => {
  const owners: readonly Permission[] = ['SYSTEM', 'AUDIT'];
  for (const role of Object.keys(rolePresets) as (keyof typeof rolePresets)[]) expect(held(role, owners)).toEqual([]);
  expect(rolePresets.admin.toSorted()).toEqual(permissions.filter((one) => !owners.includes(one)).toSorted());
});
