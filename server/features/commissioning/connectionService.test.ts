import { describe, expect, it } from 'vitest';
import { addIndustry, failureOf, someConnection, someDevice } from '../../test/configuredPlant.ts';
import { connectionId, deviceId, eachWithDevice, plant, serial } from '../../test/wiredPlant.ts';

eachWithDevice();

describe('a connection', () => {
  it.each([
    ['host and port', { kind: 'tcp', host: 'gateway.local' }, 'settings.host'],
    ['host in another case, for another protocol', { kind: 'rtuTcp', host: 'GateWay.Local', port: 502 }, 'settings.host'],
    ['host with the dot of a full name', { kind: 'tcp', host: 'gateway.local.' }, 'settings.host'],
  ])('is refused when another one has its %s', async (_, settings, path) => {
    await plant.connections.create('DEMO', someConnection({ settings: { kind: 'tcp', host: 'gateway.local' } }));
    expect(await failureOf(() => plant.connections.create('DEMO', someConnection({ settings })))).toMatchObject({
      code: 'conflict',
      errors: [{ path }],
    });
    await plant.connections.create('DEMO', someConnection({ settings: { ...settings, port: 503 } }));
  });

  it.each([
    ['::1', '0:0:0:0:0:0:0:1'],
    ['FE80::A', 'fe80:0::000a'],
    ['10.0.0.9', '::ffff:10.0.0.9'],
    ['10.0.0.9', '0:0:0:0:0:FFFF:0a00:9'],
  ])('is refused where another one has its address %s as %s', async (host, again) => {
    await plant.connections.create('DEMO', someConnection({ settings: { kind: 'tcp', host } }));
    const settings = { kind: 'tcp' as const, host: again };
    expect(await failureOf(() => plant.connections.create('DEMO', someConnection({ settings })))).toMatchObject({
      code: 'conflict',
      errors: [{ path: 'settings.host' }],
    });
  });

  it.each([
    '192.168.001.010',
    '192.168.1.010',
    '10.1',
    '0x0a.0.0.5',
    '3232235786',
    '10.0.0.08',
    '10.0.0.256',
    '10.0.0.0.5',
    '010.0.0.5.',
  ])('is refused to %s, which a system takes for another address than it reads like', async (host) => {
    const settings = { kind: 'tcp' as const, host };
    const expected = {
      code: 'badRequest',
      errors: [{ path: 'settings.host', message: expect.stringMatching(/192\.168\.1\.10/) }],
    };
    expect(await failureOf(() => plant.connections.create('DEMO', someConnection({ settings })))).toMatchObject(expected);
    expect(await failureOf(() => plant.connections.change('DEMO', connectionId, someConnection({ settings })))).toMatchObject(
      expected,
    );
  });

  it.each(['192.168.1.10', '10.0.0.0', 'plc-7', '7segment.local', '10.0.0.5.plant.local', 'fe80::1', '::ffff:10.0.0.9'])(
    'goes to %s as it is written',
    async (host) => {
      const made = await plant.connections.create('DEMO', someConnection({ settings: { kind: 'tcp', host } }));
      expect(made.settings).toMatchObject({ host });
    },
  );

  it('that was made to such an address keeps it while other settings of it change', async () => {
    const before = plant.connections.read('DEMO', connectionId);
    const old = { ...before, settings: { ...before.settings, host: '10.0.0.005' } } as typeof before;
    plant.registry.connections.set(connectionId, old);
    const settings = { ...old.settings, timeoutMs: 2000 };
    expect((await plant.connections.change('DEMO', connectionId, { ...old, settings })).settings).toEqual(settings);
  });

  it('to a line of another industry is refused without saying whose it is', async () => {
    await addIndustry(plant, 'NORTH');
    await plant.connections.create('DEMO', someConnection({ name: 'Secret line', settings: serial }));
    const failure = await failureOf(() => plant.connections.create('NORTH', someConnection({ settings: serial })));
    expect(failure).toMatchObject({ code: 'conflict', errors: [{ path: 'settings.path' }] });
    expect(JSON.stringify(failure)).not.toMatch(/Secret|DEMO/);
  });

  it('stays while it has devices', async () => {
    expect(await failureOf(() => plant.connections.delete('DEMO', connectionId))).toMatchObject({
      code: 'conflict',
      message: 'Line 1 has 1 device',
    });
    await plant.devices.delete('DEMO', deviceId);
    await plant.connections.delete('DEMO', connectionId);
    expect(plant.field()).toEqual({ connections: [], devices: [], tags: [] });
  });

  it('does not become serial under a device that only TCP can name', async () => {
    await plant.devices.create('DEMO', someDevice(connectionId, { name: 'Gateway', slaveId: 255 }));
    const failure = await failureOf(() => plant.connections.change('DEMO', connectionId, someConnection({ settings: serial })));
    expect(failure).toMatchObject({
      code: 'badRequest',
      errors: [{ path: 'settings.kind', message: expect.stringMatching(/Gateway.*255/) }],
    });
    expect(plant.connections.read('DEMO', connectionId).settings.kind).toBe('tcp');
  });

  it('keeps its own line when it is changed, and answers a late writer with a conflict', async () => {
    const changed = await plant.connections.change('DEMO', connectionId, someConnection({ name: 'Renamed' }), 1);
    expect(changed).toMatchObject({ name: 'Renamed', version: 2 });
    expect(await failureOf(() => plant.connections.change('DEMO', connectionId, someConnection(), 1))).toMatchObject({
      code: 'conflict',
    });
  });
});
