import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AccountsRig, startAccounts } from '../../test/accountsRig.ts';

let rig: AccountsRig;
beforeEach(async () => {
  rig = await startAccounts();
});
afterEach(() => rig.stop());

const lastChange = async (id: string): Promise<unknown> => {
  const token = await rig.login('asha');
  return (await rig.ask(`/api/plant/last-changes/${id}`, { headers: { authorization: `Bearer ${token}` } })).body;
};
const record = (entry: object) =>
  rig.audit.record({ kind: 'unit.change', industryId: 'DEMO', userId: rig.ids.get('asha') ?? null, outcome: 'done', ...entry });

it('names who changed a thing last, and nobody where it was refused, only read, or belongs to another industry', async () => {
  expect(await lastChange('line-1')).toMatchObject({ change: null });
  await record({ subject: 'line-1', userId: 'somebody-who-is-gone' });
  expect(await lastChange('line-1')).toMatchObject({ change: { byName: null } });
  await record({ subject: 'line-1' });
  await record({ subject: 'line-1', outcome: 'refused', userId: null });
  await record({ subject: 'line-1', kind: 'unit.create', userId: null });
  expect(await lastChange('line-1')).toMatchObject({ change: { byName: 'asha', at: expect.stringContaining('T') } });
  await record({ subject: 'DEMO', kind: 'industry.facts' });
  await record({ subject: 'DEMO', kind: 'industry.shift', userId: null });
  expect(await lastChange('plant?kind=industry.facts')).toMatchObject({ change: { byName: 'asha' } });
  expect(await lastChange('plant?kind=industry.shift')).toMatchObject({ change: { byName: null } });
  await record({ subject: 'theirs', industryId: 'NORTH' });
  expect(await lastChange('theirs')).toMatchObject({ change: null });
});
