import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAddress, placeOf, showAddress } from '../../../contract/model/registerAddress.ts';
import { plantFieldConfigurationEndpoints } from '../../../contract/plant/commissioning/fieldConfiguration.ts';
import { plantTemplateEndpoints } from '../../../contract/plant/commissioning/templates.ts';
import { systemClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { Writer } from '../../../db/writer.ts';
import { loadTemplates } from '../../../field/templates.ts';
import { addIndustry, METER, type Plant, someConnection, someUnit, startPlant } from '../../../test/configuredPlant.ts';
import { type Rig, sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import { RecordStore } from '../recordStore.ts';
import { RecordWriter } from '../recordWriter.ts';
import { commissioningRoutes } from '../routes.ts';
import { computeWire } from './addresses.ts';
import { InstanceService } from './instanceService.ts';
import { templateRoutes } from './routes.ts';
import { TemplateService } from './templateService.ts';
import { TemplateStore } from './templateStore.ts';

const shipped = loadTemplates(join(import.meta.dirname, '../../../../resources/devices'));
const permissions = new Set(['COMMISSIONING'] as const);
const sessions = sessionsOf({
  tech: { caller: someCaller({ permissions }), panel: false },
  north: { caller: someCaller({ industryId: 'NORTH', permissions }), panel: false },
});

let plant: Plant;
let rig: Rig;
let templates: TemplateService;
beforeAll(async () => {
  plant = await startPlant({ templates: shipped });
  await addIndustry(plant);
  await addIndustry(plant, 'NORTH');
  await plant.connections.create('DEMO', someConnection(), 'line');
  await plant.units.create('DEMO', someUnit(), 'well');
  await plant.units.create('DEMO', someUnit({ name: 'Second', meta: { meter: METER } }), 'well-2');
  const writer = new RecordWriter({ ...plant, store: new RecordStore(new Writer(plant.sqlite)) });
  templates = new TemplateService({ ...plant, store: new TemplateStore(new Writer(plant.sqlite)) });
  const instances = new InstanceService({ ...plant, writer, turns: new CooperativeScheduler(), clock: systemClock });
  const routes = [...commissioningRoutes(plant), ...templateRoutes({ templates, instances })];
  expect(routes).toHaveLength(plantFieldConfigurationEndpoints.length + plantTemplateEndpoints.length);
  rig = await startRig(routes, { sessions });
});
afterAll(async () => {
  await rig.stop();
  plant.close();
  plant.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Body = any;
const ask =
  (token: string) =>
  async (method: string, path: string, body?: object): Promise<{ status: number; body: Body }> => {
    const headers = { authorization: `Bearer ${token}` };
    return rig.ask(`/api/plant${path}`, { method, headers, ...(body && { body }) });
  };
const [tech, north] = [ask('tech'), ask('north')];

describe('a device from a model', () => {
  it('comes with its tags and what they feed, in one request', async () => {
    const { status, body } = await tech('POST', '/template-devices', {
      templateId: 'tuf-2000m',
      connectionId: 'line',
      slaveId: 5,
      bindings: [
        { tag: 'Positive total', unitId: 'well' },
        { tag: 'Flow', unitId: 'well', param: 'flow' },
      ],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.device).toMatchObject({ slaveId: 5, templateId: 'tuf-2000m', connectionId: 'line' });
    expect(body.tags).toHaveLength(shipped.find(({ id }) => id === 'tuf-2000m')?.tags.length ?? 0);
    expect(
      plant
        .bindings()
        ?.map(({ unitId, param }) => `${unitId} ${param}`)
        .sort(),
    ).toEqual(['well flow', 'well volume']);
    expect((await tech('GET', `/tags?deviceId=${body.device.id}`)).body.tags).toHaveLength(body.tags.length);
  });

  it.each([
    ['a taken unit id', { slaveId: 5 }, /slaveId 5 is that of/],
    ['a line that is not there', { connectionId: 'nowhere' }, /does not exist/],
    ['a model that is not there', { templateId: 'nothing' }, /does not exist/],
    ['a tag that the model has not', { tags: ['Level'] }, /no tag Level/],
    [
      'a binding of a tag left out',
      { tags: ['Flow'], bindings: [{ tag: 'Positive total', unitId: 'well-2' }] },
      /not among those/,
    ],
    ['a parameter that is fed already', { bindings: [{ tag: 'Positive total', unitId: 'well' }] }, /already fed/],
    ['a unit that is not there', { bindings: [{ tag: 'Positive total', unitId: 'elsewhere' }] }, /does not exist/],
    ['a parameter that is not known', { bindings: [{ tag: 'Velocity', unitId: 'well-2' }] }, /param missing/],
  ])('is refused for %s, and nothing is added', async (_, fields, reason) => {
    const before = [plant.registry.devices.size, plant.registry.tags.size];
    const sent = { templateId: 'tuf-2000m', connectionId: 'line', slaveId: 6, ...fields };
    const { status, body } = await tech('POST', '/template-devices', sent);
    expect(status).toBe(400);
    expect(body.errors.map(({ message }: { message: string }) => message).join()).toMatch(reason);
    expect([plant.registry.devices.size, plant.registry.tags.size]).toEqual(before);
  });

  it('is made of every model that the product knows', async () => {
    for (const [i, { id, tags }] of shipped.entries()) {
      const made = await tech('POST', '/template-devices', { templateId: id, connectionId: 'line', slaveId: 100 + i });
      expect(made.status, `${id}: ${JSON.stringify(made.body)}`).toBe(201);
      expect(made.body.tags).toHaveLength(tags.length);
    }
  });
});

describe('a model of the own plant', () => {
  const own = () => {
    const { tags, ...model } = shipped.find(({ id }) => id === 'eastron-sdm120') as (typeof shipped)[number];
    return { ...model, id: 'own-meter', tags: tags.slice(0, 2) };
  };

  it('is taken, listed, exported as it was sent, kept over a restart, and removed', async () => {
    const saved = await tech('POST', '/templates', own());
    expect(saved.body).toMatchObject({ id: 'own-meter', origin: 'custom', version: 1 });
    const again = await tech('POST', '/templates', { ...saved.body, model: 'Renamed' });
    expect(again.body).toMatchObject({ version: 2, model: 'Renamed' });
    const { version: _, origin: __, ...exported } = (await tech('GET', '/templates/own-meter')).body;
    expect(exported).toEqual({ ...own(), model: 'Renamed' });
    plant.catalog.remove('DEMO', 'own-meter');
    await templates.start();
    expect((await tech('GET', '/templates')).body.templates.at(-1)).toMatchObject({ id: 'own-meter', version: 2 });
    const made = await tech('POST', '/template-devices', { templateId: 'own-meter', connectionId: 'line', slaveId: 90 });
    expect((await tech('DELETE', '/templates/own-meter')).status).toBe(409);
    for (const { id } of made.body.tags) await tech('DELETE', `/tags/${id}`);
    await tech('DELETE', `/devices/${made.body.device.id}`);
    expect((await tech('DELETE', '/templates/own-meter')).status).toBe(200);
    expect((await tech('GET', '/templates/own-meter')).status).toBe(404);
  });

  it('is added, replaced and deleted from the version that was read alone', async () => {
    const [first, second] = [
      await tech('POST', '/templates', { ...own(), version: null }),
      await tech('POST', '/templates', { ...own(), version: null }),
    ];
    expect([first.status, second.status]).toEqual([201, 409]);
    expect((await tech('POST', '/templates', { ...own(), version: 1 })).body.version).toBe(2);
    expect((await tech('POST', '/templates', { ...own(), version: 1 })).status).toBe(409);
    expect((await tech('DELETE', '/templates/own-meter?version=1')).status).toBe(409);
    expect((await tech('DELETE', '/templates/own-meter?version=2')).status).toBe(200);
  });

  it('belongs to its industry', async () => {
    await tech('POST', '/templates', { ...own(), id: 'secret-meter' });
    expect((await north('GET', '/templates/secret-meter')).status).toBe(404);
    expect((await north('DELETE', '/templates/secret-meter')).status).toBe(404);
    expect(JSON.stringify((await north('GET', '/templates')).body)).not.toContain('secret-meter');
    expect((await north('POST', '/templates', { ...own(), id: 'secret-meter' })).body.version).toBe(1);
  });

  it.each([
    ['the id of a shipped model', { id: 'tuf-2000m' }, 409],
    ['a claim that its grades do not bear', { verified: false }, 400],
    ['another version', { id: 'own-2', version: 3 }, 409],
    [
      'a tag past the last register',
      { tags: [{ ...own().tags[0], decode: { ...own().tags[0]?.decode, address: 65_535 } }] },
      400,
    ],
    ['no tags', { tags: [] }, 400],
  ])('is refused for %s', async (_, fields, status) => {
    const answer = await tech('POST', '/templates', { ...own(), ...fields });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  });
});

describe('a written address', () => {
  it.each([
    ['40001', undefined, 'holding', 0],
    ['400001', undefined, 'holding', 0],
    ['4x0001', undefined, 'holding', 0],
    ['4:17', undefined, 'holding', 16],
    ['30010', undefined, 'input', 9],
    ['10001', undefined, 'discrete', 0],
    ['00005', undefined, 'coil', 4],
    ['465536', undefined, 'holding', 65_535],
    ['0x0000', 'holding', 'holding', 0],
    ['0xFFFF', 'input', 'input', 65_535],
    ['17', 'holding', 'holding', 17],
    ['9999', 'holding', 'holding', 9999],
    ['pdu 40001', 'holding', 'holding', 40_001],
    ['20000', 'input', 'input', 20_000],
  ] as const)('%s in %s means %s %i', (text, named, space, pdu) => {
    expect(placeOf(text, named)).toEqual({ space, pdu });
  });

  it.each([
    ['17', undefined],
    ['40001', 'input'],
    ['40000', 'holding'],
    ['465537', undefined],
    ['70000', 'holding'],
    ['0x10000', 'holding'],
    ['-1', 'holding'],
    ['MW10', 'holding'],
    ['', 'holding'],
  ] as const)('%s in %s means nothing', (text, named) => {
    expect(placeOf(text, named)).toHaveProperty('fault');
  });

  it('is shown so that it is read back as the same place', () => {
    const place = fc.record({
      space: fc.constantFrom('coil', 'discrete', 'holding', 'input'),
      pdu: fc.integer({ min: 0, max: 65_535 }),
    });
    fc.assert(
      fc.property(place, ({ space, pdu }) => {
        const { register, short, hex } = showAddress(space as 'coil', pdu);
        expect(placeOf(register, undefined)).toEqual({ space, pdu });
        if (short !== null) expect(placeOf(short, undefined)).toEqual({ space, pdu });
        expect(parseAddress(hex)).toEqual({ space: undefined, pdu });
      }),
    );
  });

  it('may be given in a tag, and the answer says which address that is on the wire', async () => {
    const device = [...plant.registry.devices.values()][0];
    const tag = { deviceId: device?.id, name: 'By number', kind: 'gauge', periodMs: 1000 };
    const made = await tech('POST', '/tags', { ...tag, decode: { address: '4x0101', type: 'uint16' } });
    expect(made.body.decode).toMatchObject({ space: 'holding', address: 100 });
    expect(made.body.wire).toEqual({ space: 'holding', pdu: 100, hex: '0x0064', register: '400101', short: '40101' });
    const wrong = await tech('POST', '/tags', { ...tag, name: 'x', decode: { space: 'coil', address: '40001', type: 'bool' } });
    expect(wrong.body).toMatchObject({ code: 1430, errors: [{ path: 'decode.address' }] });
    const { status } = await tech('PUT', `/tags/${made.body.id}`, { ...made.body, name: 'Renamed' });
    expect(status).toBe(200);
  });
});

describe('an operand of a PLC', () => {
  it.each([
    ['siemens-s7-1200', 'Q0.0', 0, 'coil', 0],
    ['siemens-s7-1200', '%Q1023.7', 0, 'coil', 8191],
    ['siemens-s7-1200', 'I2.3', 0, 'discrete', 19],
    ['siemens-s7-1200', '%IW64', 0, 'input', 32],
    ['siemens-s7-1200', 'IW1022', 0, 'input', 511],
    ['siemens-s7-1200', 'MW100', 100, 'holding', 0],
    ['siemens-s7-1200', 'DB10.DBD8', 0, 'holding', 4],
    ['schneider-m221', '%MW10', 0, 'holding', 10],
    ['schneider-m221', '%M3', 0, 'coil', 3],
    ['schneider-m221', '%MF20', 0, 'holding', 20],
    ['delta-dvp', 'X17', 0, 'discrete', 0x40f],
    ['delta-dvp', 'Y0', 0, 'coil', 0x500],
    ['delta-dvp', 'Y10', 0, 'coil', 0x508],
    ['delta-dvp', 'M1535', 0, 'coil', 0xdff],
    ['delta-dvp', 'M1536', 0, 'coil', 0xb000],
    ['delta-dvp', 'M4095', 0, 'coil', 0xb9ff],
    ['delta-dvp', 'C199', 0, 'holding', 0xec7],
    ['delta-dvp', 'C200', 0, 'holding', 0xec8],
    ['delta-dvp', 'D0', 0, 'holding', 0x1000],
    ['delta-dvp', 's5', 0, 'coil', 5],
  ] as const)('%s %s is at the address that its manual says', (plc, operand, base, space, pdu) => {
    expect(computeWire(operand, { plc, base })).toMatchObject(showAddress(space, pdu));
  });

  it.each([
    ['siemens-s7-1200', 'MW101', 0, /middle of a register/],
    ['siemens-s7-1200', 'MW10', 20, /before MB_HOLD_REG/],
    ['siemens-s7-1200', 'Q1024.0', 0, /past/],
    ['siemens-s7-1200', 'Q0.8', 0, /bit 8/],
    ['schneider-m221', 'MD65535', 0, /past/],
    ['delta-dvp', 'X18', 0, /octal/],
    ['delta-dvp', 'C256', 0, /past/],
    ['delta-dvp', 'D9000', 0, /only D0/],
    ['delta-dvp', 'W7', 0, /write X17/],
  ] as const)('%s %s is refused with the reason', async (plc, address, base, reason) => {
    const { status, body } = await tech('GET', `/addresses?plc=${plc}&address=${encodeURIComponent(address)}&base=${base}`);
    expect(status).toBe(400);
    expect(body.message).toMatch(reason);
  });

  it('says which half of a register a byte and a bit are in', () => {
    const of = (operand: string) => computeWire(operand, { plc: 'siemens-s7-1200', base: 0 });
    expect(of('MB2')).toMatchObject({ pdu: 1, types: ['uint8hi', 'int8hi'] });
    expect(of('MB3')).toMatchObject({ pdu: 1, types: ['uint8lo', 'int8lo'] });
    expect(of('M2.0')).toMatchObject({ pdu: 1, bit: 8, types: ['bit'] });
    expect(of('DB1.DBX3.7')).toMatchObject({ pdu: 1, bit: 7 });
  });

  it('is computed over HTTP, as is a plain register number', async () => {
    expect((await tech('GET', '/addresses?address=40108')).body).toMatchObject({ space: 'holding', pdu: 107, hex: '0x006B' });
    expect((await tech('GET', '/addresses?plc=delta-dvp&address=X20')).body).toMatchObject({
      space: 'discrete',
      pdu: 0x410,
      grade: 'A',
    });
  });
});
