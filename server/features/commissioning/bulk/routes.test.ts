import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importConfiguration, plantBulkEndpoints } from '../../../contract/plant/commissioning/bulk.ts';
import { systemClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../core/fail.ts';
import { Writer } from '../../../db/writer.ts';
import type { Session } from '../../../http/auth.ts';
import { addIndustry, type Plant, someConnection, someDevice, startPlant } from '../../../test/configuredPlant.ts';
import { notingChanges, type Rig, sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import { RecordStore } from '../recordStore.ts';
import { RecordWriter } from '../recordWriter.ts';
import { ConfigurationExport } from './exporter.ts';
import { ConfigurationImport } from './importer.ts';
import { parseFile } from './parsedFile.ts';
import { bulkRoutes } from './routes.ts';

const permissions = new Set(['COMMISSIONING'] as const);
const tech: Session = { caller: someCaller({ permissions }), panel: false };
const known: Record<string, Session | Failure> = { tech };
const sessions = sessionsOf(known);
const authorization = 'Bearer tech';

let plant: Plant;
let rig: Rig;
/** What happens while a file is read. */
let meanwhile = (): void => {};
const audited: object[] = [];
beforeAll(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  await plant.connections.create('DEMO', someConnection({ name: '=cmd' }), 'line');
  await plant.devices.create('DEMO', someDevice('line'), { id: 'meter' });
  const parts = { ...plant, turns: new CooperativeScheduler(), clock: systemClock };
  const writer = new RecordWriter({ ...plant, store: new RecordStore(new Writer(plant.sqlite)) });
  const routes = bulkRoutes({
    configurationExport: new ConfigurationExport(parts),
    configurationImport: new ConfigurationImport({
      ...parts,
      writer,
      parse: (...file) => {
        meanwhile();
        return parseFile(...file);
      },
    }),
  });
  expect(routes).toHaveLength(plantBulkEndpoints.length);
  const auditSink = {
    refused() {},
    ignoredTarget() {},
    actedElsewhere: async () => {},
    changing: notingChanges(async (...entry: unknown[]) => {
      audited.push(entry.slice(1));
    }),
  };
  rig = await startRig(routes, { sessions, auditSink });
});
afterAll(async () => {
  await rig.stop();
  plant.close();
  plant.remove();
});

const url = (path: string): string => `http://127.0.0.1:${rig.port}/api/plant${path}`;
const send = async (content: Uint8Array | string, query = '') => {
  const form = new FormData();
  form.set('file', new Blob([content as string]), 'whatever.txt');
  const reply = await fetch(url(`/configuration/import${query}`), { method: 'POST', headers: { authorization }, body: form });
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  return { status: reply.status, body: (await reply.json()) as any };
};

describe('the configuration over HTTP', () => {
  it.each([
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['csv', 'text/csv; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
  ])('is downloaded as %s and sent back as it is', async (format, type) => {
    const reply = await fetch(url(`/configuration/export?format=${format}`), { headers: { authorization } });
    expect(reply.headers.get('content-type')).toBe(type);
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename=field-configuration.${format}`);
    const { status, body } = await send(new Uint8Array(await reply.arrayBuffer()), '?dryRun=false');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ format, applied: true, changes: [], counts: { devices: { same: 1 } } });
  });

  it('changes nothing unless it is asked to', async () => {
    const csv = 'kind,id,name\ndevice,meter,Renamed\n';
    expect((await send(csv)).body).toMatchObject({ dryRun: true, applied: false, changes: [{ action: 'change', row: 2 }] });
    expect(plant.registry.device('DEMO', 'meter')?.name).toBe('Meter 1');
    expect((await send(csv, '?dryRun=false')).body.applied).toBe(true);
    expect(plant.registry.device('DEMO', 'meter')?.name).toBe('Renamed');
    expect(JSON.stringify(audited)).toMatch(/"sha256":"[0-9a-f]{64}"/);
  });

  it('takes over what was looked at, and nothing where the configuration is another one by then', async () => {
    const csv = 'kind,id,name\ndevice,meter,Renamed twice\n';
    const { from } = (await send(csv)).body;
    await plant.devices.create('DEMO', someDevice('line', { slaveId: 9, name: 'Another' }), { id: 'other' });
    expect((await send(csv, `?dryRun=false&from=${from}`)).status).toBe(409);
    expect(plant.registry.device('DEMO', 'meter')?.name).not.toBe('Renamed twice');
    const looked = (await send(csv)).body;
    expect((await send(csv, `?dryRun=false&from=${looked.from}`)).body.applied).toBe(true);
  });

  it.each<[string, Session | Failure, number]>([
    ['the session was ended', new Failure('sessionEnded', 'Session expired'), 440],
    ['the right was taken', { caller: someCaller(), panel: false }, 401],
  ])('takes nothing over where %s while the file was read', async (_, now, status) => {
    const name = plant.registry.device('DEMO', 'meter')?.name;
    meanwhile = () => {
      known.tech = now;
    };
    expect((await send('kind,id,name\ndevice,meter,Of nobody\n', '?dryRun=false')).status).toBe(status);
    [known.tech, meanwhile] = [tech, () => {}];
    expect(plant.registry.device('DEMO', 'meter')?.name).toBe(name);
  });

  it('takes a file over whose token has expired while it was read', async () => {
    meanwhile = () => {
      known.tech = new Failure('expired', 'Token expired');
    };
    expect((await send('kind,id,name\ndevice,meter,Of the shift before\n', '?dryRun=false')).status).toBe(200);
    [known.tech, meanwhile] = [tech, () => {}];
    expect(plant.registry.device('DEMO', 'meter')?.name).toBe('Of the shift before');
  });

  it('answers each wrong row with its place', async () => {
    const { status, body } = await send('kind,id,slaveId\ndevice,meter,300\n', '?dryRun=false');
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { path: 'devices row 2 slaveId', message: expect.stringContaining('device in row 2, slaveId') },
    ]);
  });

  it('says what is missing or too large', async () => {
    const none = await rig.ask('/api/plant/configuration/import', { method: 'POST', headers: { authorization } });
    expect(none.body).toMatchObject({ code: 1403, message: 'file missing' });
    expect((await send('x'.repeat(importConfiguration.upload.maxBytes + 1))).body.message).toContain('16 MiB');
  });
});
