import { describe, expect, it } from 'vitest';
import { rig, right, save, serveFeatures } from '../../test/featuresPlant.ts';

serveFeatures();

describe('versions of documents', () => {
  const versions = (path: string, token = 'asha') => rig.call('GET', `/api/plant/documents/${path}`, { token });

  it('are listed without their bodies and read one by one, so that a change can be undone', async () => {
    for (const note of ['one', 'two']) await save('SATELLITE_MODEL', { ...right.SATELLITE_MODEL, note }, undefined, 'north');
    const { body } = await versions('SATELLITE_MODEL/versions', 'north');
    const savedAt = new Date(rig.plant.clock.now()).toISOString();
    const head = { kind: 'SATELLITE_MODEL', name: '', savedAt, savedBy: 'kavita', savedByName: null };
    expect(body).toEqual({
      versions: [
        { ...head, version: 2 },
        { ...head, version: 1 },
      ],
    });
    const old = (await versions('SATELLITE_MODEL/versions/1', 'north')).body as { body: { note: string } };
    expect(old).toMatchObject({ ...head, version: 1, body: { note: 'one' } });
    expect((await save('SATELLITE_MODEL', old.body, 2, 'north')).body).toMatchObject({ version: 3, data: { note: 'one' } });
  });

  it('are found by name, of the own industry alone', async () => {
    await rig.call('POST', '/api/user/scada/graphEditor?prefix=Line&docType=mine', { body: { pages: [] } });
    expect((await versions('scada/versions?name=Line%2Fmine')).body).toMatchObject({
      versions: [{ name: 'Line/mine', version: 1, savedByName: 'asha' }],
    });
    expect((await versions('scada/versions?name=Line%2Fmine', 'north')).body).toEqual({ versions: [] });
    expect(await versions('scada/versions/1?name=Line%2Fmine', 'north')).toMatchObject({ status: 404, body: { code: 404 } });
  });

  it.each(['0', '99', 'x', '1e0', '-1'])('that do not exist are 404: %s', async (version) => {
    expect(await versions(`scada/versions/${version}?name=Line%2Fmine`)).toMatchObject({ status: 404, body: { code: 404 } });
  });

  it('are for the editor of the kind, or for those with the settings', async () => {
    expect((await versions('scada/versions', 'dina')).status).toBe(200);
    for (const path of ['waterBalance/versions', 'webHMI/versions/1', 'anything/versions'])
      expect((await versions(path, 'dina')).body).toMatchObject({ code: 401, reason: 'permission' });
    expect((await versions('scada/versions', 'ravi')).body).toMatchObject({ code: 401, reason: 'permission' });
  });
});
