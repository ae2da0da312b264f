import { describe, expect, it } from 'vitest';
import { METER } from '../../test/configuredPlant.ts';
import { eachFresh, FLOW, patch, QUALITY, rig, set, TANK, unitAt } from '../../test/infoRig.ts';

describe('a path of the alert configuration', () => {
  eachFresh();
  it.each<[string, unknown, Record<string, unknown>]>([
    [`/units/${FLOW}/unitThreshold`, 120.5, { unitThreshold: 120.5 }],
    [`units/${FLOW}/monthlyThreshold`, 3000, { monthlyThreshold: 3000 }],
    [`/units/${FLOW}/unitThreshold`, 0, { unitThreshold: 0 }],
    [`/units/${FLOW}/maxCapacity`, 400, { maxCapacity: 400 }],
    [`/units/${FLOW}/alertEnabled`, true, { alertEnabled: true }],
    [`/units/${TANK}/lowThreshold/value`, 10, { lowThreshold: { value: 10 } }],
    [`/units/${TANK}/highThreshold/value`, 95, { highThreshold: { value: 95 } }],
    [`/units/${TANK}/alertEnabled`, true, { alertEnabled: true }],
    [`/units/${QUALITY}/lowThreshold/ph`, 6.5, { lowThreshold: { ph: 6.5, tds: null } }],
    [`/units/${QUALITY}/highThreshold/tds`, null, { highThreshold: { ph: null, tds: null } }],
    [`/units/${QUALITY}/alertEnabled/ph`, true, { alertEnabled: { ph: true, tds: false } }],
  ])('%s takes %s', async (path, value, expected) => {
    const reply = await set(path, value);
    expect(reply.status).toBe(200);
    const normal = `/${path.replace(/^\//, '')}`;
    expect(reply.body).toMatchObject({ status: 'success', applied: 1, failed: 0, results: [{ path: normal, ok: true }] });
    expect(await unitAt(Number(normal.split('/')[2]))).toMatchObject(expected);
    expect(rig.rows('select * from checkpoint')).toEqual([]);
    const index = Number(normal.split('/')[2]);
    expect(rig.audited('unit.threshold')).toMatchObject([{ subject: `unit-${index} ${normal}`, after: JSON.stringify(value) }]);
  });

  it('switches the daily and monthly threshold of a flow, and the level of a tank', async () => {
    await patch([
      { path: `/units/${FLOW}/alertEnabled`, value: true },
      { path: `/units/${TANK}/alertEnabled`, value: true },
    ]);
    const [flow, tank] = rig.plant.directory.units('DEMO').map(({ meta }) => meta.alertEnabled);
    expect(flow).toEqual({ daily_threshold: true, monthly_threshold: true, stable_flow: true });
    expect(tank).toEqual({ level_exceed: true });
  });

  it('keeps the watch for leaks that a new unit has', async () => {
    expect(rig.plant.directory.unit('DEMO', 'unit-0')?.meta.alertEnabled).toEqual({ stable_flow: true });
    await set(`/units/${FLOW}/unitThreshold`, 5);
    expect(rig.plant.directory.unit('DEMO', 'unit-0')?.meta).toMatchObject({
      alertEnabled: { stable_flow: true },
      unitThreshold: 5,
      meter: METER,
    });
  });

  it('takes a threshold away with null', async () => {
    await set(`/units/${FLOW}/unitThreshold`, 5);
    await set(`/units/${FLOW}/unitThreshold`, null);
    expect(await unitAt(FLOW)).toMatchObject({ unitThreshold: null });
  });
});

describe('a path of the industry’s document', () => {
  eachFresh();
  it.each<[string, unknown, Record<string, unknown>]>([
    [`/units/${FLOW}/unitName`, "O'Neil well #3", { unitName: "O'Neil well #3" }],
    [`/units/${FLOW}/subCategoryId`, 'use', { subCategoryId: 'use', group: 'Consumption Points' }],
    [`/units/${FLOW}/group`, 'Wells', { group: 'Wells' }],
    [`/units/${FLOW}/siUnit`, 'm3', { siUnit: 'm3' }],
    [`/units/${FLOW}/isDeployed`, false, { isDeployed: false }],
    [`/units/${FLOW}/meta/waterSource`, 'ground', { meta: { waterSource: 'ground' } }],
    [`/units/${FLOW}/meta/litresPerCount`, 10, { meta: { litresPerCount: 10 } }],
    [`/units/${FLOW}/meta/mpePct`, 1.5, { meta: { mpePct: 1.5 } }],
    [`/units/${FLOW}/meta/minimumFlowM3h`, 0.2, { meta: { minimumFlowM3h: 0.2 } }],
    [
      `/units/${FLOW}/meta/credit`,
      { method: 'metered' },
      { meta: { credit: { method: 'metered', onSite: true, validTo: null } } },
    ],
    [`/units/${FLOW}/meta/ro`, { side: 'feed' }, { meta: { ro: { side: 'feed' } } }],
    [`/units/${TANK}/meta/levelSigmaM`, 0.005, { meta: { levelSigmaM: 0.005 } }],
    [`/units/${TANK}/meta/tank`, { shape: 'vertical_cylinder', diameter: 2, height: 3 }, { meta: { tank: { height: 3 } } }],
  ])('%s is written and noted with who and when', async (path, value, expected) => {
    const reply = await set(path, value);
    expect(reply).toMatchObject({ status: 200, body: { applied: 1 } });
    expect(await unitAt(Number(path.split('/')[2]))).toMatchObject(expected);
    const { body } = await rig.call('GET', `/accounts/info/lastupdated?path=${encodeURIComponent(path)}`);
    const at = new Date(rig.plant.clock.now()).toISOString();
    expect(body).toEqual({ status: 'success', path, lastupdated: at, userId: rig.ids.get('asha') });
    expect(rig.audited('info.change')).toMatchObject([{ user_id: rig.ids.get('asha'), outcome: 'done' }]);
  });

  it('changes name, zone, shift, units and notes of the industry', async () => {
    const reply = await patch([
      { path: '/industryName', value: 'New name' },
      { path: '/timezone', value: 'Europe/Berlin' },
      { path: '/shift/startAt', value: '08:00:00' },
      { path: '/shift/shiftName', value: 'Early' },
      { path: '/siUnit/SOURCE_CATEGORY', value: 'm3' },
      { path: '/meta/address', value: 'Plot 7, MIDC' },
      { path: '/meta/contact', value: { name: 'Asha', phones: ['1', '2'] } },
    ]);
    expect(reply).toMatchObject({ status: 200, body: { applied: 7, failed: 0 } });
    const industry = rig.plant.directory.industry('DEMO');
    expect(industry).toMatchObject({ name: 'New name', meta: { address: 'Plot 7, MIDC', contact: { name: 'Asha' } } });
    expect(industry?.shifts.at(-1)).toEqual({
      validFrom: '2026-11-11',
      timezone: 'Europe/Berlin',
      startAt: '08:00:00',
      endAt: '06:00:00',
      shiftName: 'Early',
    });
    expect(rig.plant.directory.categories('DEMO')[0]?.siUnit).toBe('m3');
    const { body } = await rig.call('GET', '/accounts/info/lastupdated');
    expect(body).toMatchObject({ status: 'success', userId: rig.ids.get('asha') });
  });

  it('answers only the status where nothing was changed yet', async () => {
    expect((await rig.call('GET', '/accounts/info/lastupdated')).body).toEqual({ status: 'success' });
    expect((await rig.call('GET', '/accounts/info/lastupdated?path=/industryName')).body).toEqual({ status: 'success' });
  });
});
