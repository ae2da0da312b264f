import { describe, expect, it } from 'vitest';
import { features } from '../../contract/model/featureData.ts';
import { ask, graph, read, rig, right, save, serveFeatures } from '../../test/featuresPlant.ts';

serveFeatures();

describe('additional features', () => {
  it('are one key for each that was asked for, however the list is written', async () => {
    const { body } = await ask('featureData=BATHY_DATA,%20webHMI&featureData=HMI_CONFIG');
    expect(body).toEqual({ BATHY_DATA: null, webHMI: null, HMI_CONFIG: null });
  });

  it.each(['', 'featureData=', 'featureData=,'])('without any is 1403: %s', async (query) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { code: 1403, message: 'featureData missing' } });
  });

  it.each(['nothing', '__proto__', 'constructor', 'GWI,nothing', 'gwi'])('that are not known are 1403: %s', async (name) => {
    expect(await ask(`featureData=${name}`)).toMatchObject({ status: 400, body: { code: 1403 } });
  });

  it('are answered one by one where they are saved, and 1401 before', async () => {
    const one = () => rig.call('GET', '/api/plant/features/water_ratio', { token: 'dina' });
    expect((await one()).body).toMatchObject({ code: 1401 });
    const ratio = { numerator: ['foreign'], denominator: ['foreign'], product: '' };
    await save('water_ratio', ratio, undefined, 'north');
    const kept = await rig.call('GET', '/api/plant/features/water_ratio', { token: 'north' });
    expect(kept).toMatchObject({ status: 200, body: { featureData: 'water_ratio', version: 1, data: ratio } });
    expect((await one()).body).toMatchObject({ code: 1401 });
  });

  it('are all answered at once', async () => {
    const { status, body, text } = await ask(`featureData=${features.join()}`);
    expect(status, text).toBe(200);
    expect(Object.keys(body as object).toSorted()).toEqual([...features].toSorted());
  });

  it('hold wells and aquifers of the plant, and of no other', async () => {
    expect(await read('GWI')).toMatchObject({
      featureData: 'GWI',
      version: 0,
      data: {
        wells: [{ unitId: 'well', wellName: 'Well 1', depthM: 120, location: { lat: 18.5 } }],
        aquifer: [{ aquiferId: 'basalt', tds: null }],
      },
    });
    expect((await read('GWI', 'north'))?.data).toEqual({ wells: [], aquifer: [] });
  });

  it('hold the alert settings, as they are by default and as they were saved', async () => {
    expect(await read('alerts')).toMatchObject({ version: 0, data: { email: { enabled: false }, flood: { digest: true } } });
    rig.plant.sqlite.exec(`
      insert into user (id, industry_id, username, role, permissions, created_at) values ('asha', 'DEMO', 'asha', 'admin', '[]', 0);
      insert into settings_document (industry_id, section, version, document, saved_at, saved_by)
      values ('DEMO', 'alerts', 3, '{"flood":{"digest":false}}', 1000, 'asha')`);
    expect(await read('alerts')).toMatchObject({
      version: 3,
      updatedAt: '1970-01-01T00:00:01.000Z',
      data: { flood: { digest: false, perTenMinutes: 10 } },
    });
  });

  it('show units on the map where they are, until a map is saved', async () => {
    expect(await read('map_view')).toMatchObject({
      version: 0,
      data: { features: [{ geometry: { coordinates: [73.9, 18.5] }, properties: { unitId: 'well', unitName: 'Well 1' } }] },
    });
    expect(await read('map_view', 'north')).toBeNull();
    await save('map_view', right.map_view);
    expect(await read('map_view')).toMatchObject({ version: 1, data: right.map_view });
  });

  it('offer every kind of RO activity, until a choice is saved', async () => {
    expect((await read('roEfficiencyLog', 'north'))?.data).toMatchObject({
      kinds: expect.arrayContaining(['cip', 'other']),
      chemicals: [],
    });
  });

  it('hold the diagrams that the SCADA editor saves', async () => {
    expect(await read('adminScadaWaterBalance')).toBeNull();
    await rig.call('POST', '/api/user/scada/graphEditor?docType=adminScadaWaterBalance', { body: { pages: [], theme: 'x' } });
    expect(await read('adminScadaWaterBalance')).toMatchObject({
      version: 1,
      data: { docType: 'adminScadaWaterBalance', version: 1, theme: 'x', updatedBy: 'asha' },
    });
  });

  it('show the water balance graph for leakages until they have one of their own', async () => {
    expect(await read('waterBalanceLeakage', 'north')).toBeNull();
    const documents = { kind: 'waterBalance', name: '', body: { ...graph, nodes: [], edges: [] }, userId: 'kavita' };
    await rig.plant.kysely
      .insertInto('document')
      .values({
        industry_id: 'NORTH',
        kind: documents.kind,
        name: '',
        version: 1,
        saved_at: 0,
        saved_by: 'kavita',
        body: JSON.stringify(documents.body),
      })
      .execute();
    for (const feature of ['waterBalance', 'waterBalanceLeakage'])
      expect(await read(feature, 'north')).toMatchObject({
        featureData: feature,
        version: 1,
        data: { nodes: [], updatedBy: 'kavita' },
      });
  });
});
