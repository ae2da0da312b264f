import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Reply } from './httpRig.ts';
import { samples } from './imageSamples.ts';
import { askAt, bearer, DAY_BEGINS_MS, type PolicyRig } from './policyRig.ts';
import { canaries, idsOf } from './twinIndustries.ts';

export type Tenant = 'DEMO' | 'NORTH';
/** Admins of the two industries that are asked about each other. */
export const admins = { DEMO: 'admin', NORTH: 'north' } as const;
/** Litres of one slot, and what the twin's register holds: numbers that only one industry has. */
export const numbers = { DEMO: 37373, NORTH: 59191 } as const;

/** When they joined. */
export const joined = { DEMO: Date.UTC(2001, 1, 3), NORTH: Date.UTC(2002, 3, 5) } as const;

const SLOT_MS = 300_000;
const isoOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const dmyOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).split('-').reverse().join('/');

/** A report that a schedule made; what is old is removed. */
const runOf = (industryId: string): { scheduleId: string; date: string } => ({
  scheduleId: `${industryId}-daily`,
  date: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10),
});

/** A phone that was paired before. */
const phoneOf = (industryId: string): string => `${industryId.toLowerCase()}-phone`;

/** What a hub wrote to the people of an industry. */
const messageOf = (industryId: Tenant) => ({
  ...{ format: 'headworks-proposal-1', number: 1, industryId, kind: 'message', target: '', base: null, reason: 'news' },
  id: industryId === 'DEMO' ? '11111111-0000-4000-8000-000000000001' : '11111111-0000-4000-8000-000000000002',
  ...{ site: '11111111-0000-4000-8000-000000000000', author: { user: 'hub', name: 'Hub' } },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-02T00:00:00.000Z' },
  values: { text: `${canaries[industryId]} message` },
});

/**
 * What the API does not make at once: the day an industry joined, what schedules of reports left, a message that a channel could not
 * deliver. SQL for a server that is down.
 */
export const pastOf = (industryId: Tenant): string => {
  const c = canaries[industryId];
  const run = runOf(industryId);
  const [id, alarmId] = [`'${industryId}'`, `'${industryId.toLowerCase()}-past-alarm'`];
  return `
    update industry set joined_at = ${joined[industryId]} where id = ${id};
    insert into report_run (industry_id, schedule_id, date, state, due_at, file)
      values (${id}, '${run.scheduleId}', '${run.date}', 'made', 0, '${c}.html');
    insert into report_mail (id, industry_id, schedule_id, date, recipient, state, due_at)
      values ('${industryId}-mail', ${id}, '${run.scheduleId}', '${run.date}', 'x@${c}.invalid', 'failed', 0);
    insert into alarm (id, industry_id, unit_id, category, alert_type, key, param, date, title, body, action, priority, insight, meta, raised_at, cleared_at, resolved_at)
      values (${alarmId}, ${id}, '${idsOf(industryId).unitId}', 'flow_rate', '${c}_past', ${alarmId}, '', '2026-01-02', '${c} past', '', '', 3, 0, '{}', 1767340800000, 1767340800001, 1767340800001);
    insert into delivery (id, industry_id, alarm_id, kind, channel, recipient, state, due_at, expires_at, created_at, settled_at, error)
      values ('${industryId}-delivery', ${id}, ${alarmId}, 'raised', 'email', 'x@${c}.invalid', 'failed', 0, 1, 0, ${joined[industryId]}, 'no mailbox x@${c}.invalid');
    insert into phone (id, industry_id, name, model, public_key, paired_at, paired_by)
      values ('${phoneOf(industryId)}', ${id}, '${c} phone', '${c} model', x'00', 0, 'nobody');
    insert into sync_proposal (id, hub, number, text, signature, expires_at, state, decided_at, reported)
      values ('${messageOf(industryId).id}', 'hub', 1, '${JSON.stringify(messageOf(industryId))}', '', 1, 'applied', unixepoch() * 1000, 1);`;
};

/** Fills an industry through the API with what a plant in use has: readings, alarms, documents, logs, work of the tools. */
export const furnish = async (rig: PolicyRig, industryId: Tenant) => {
  const c = canaries[industryId];
  const n = numbers[industryId];
  const ids = idsOf(industryId);
  const headers = bearer(rig.tokens[admins[industryId]]);
  const send = async (method: string, path: string, body?: object): Promise<Reply['body']> => {
    const reply = await askAt(rig.plant.url(), path, { method, headers, ...(body && { body }) });
    if (reply.status >= 300) throw new Error(`${method} ${path} as ${industryId}: ${reply.text}`);
    return reply.body;
  };
  const make = async (path: string, body: object): Promise<string> => {
    const made = (await send('POST', path, body)) as Record<string, string>;
    return made.id ?? made.unitId ?? made.notificationId ?? '';
  };
  const upload = async (path: string, field: string): Promise<Record<string, string>> => {
    const form = new FormData();
    form.set(field, new Blob([samples.png as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'x.png');
    const response = await fetch(rig.plant.url() + path, { method: 'POST', headers, body: form });
    if (!response.ok) throw new Error(`${path} as ${industryId}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };

  // an ended slot
  const readMs = Math.floor(Date.now() / SLOT_MS - 2) * SLOT_MS;
  const day = dmyOf(readMs - DAY_BEGINS_MS);
  const unit = (name: string, fields: object): Promise<string> =>
    make('/api/plant/units', {
      subCategoryId: ids.subCategoryId,
      name: `${c} ${name}`,
      standardCategoryId: 'SOURCE_CATEGORY',
      siUnit: 'KL',
      ...fields,
    });
  const meter = { modulus: 1e9, basePerCount: 1000, maxPerHour: 100 };
  const roUnitId = await unit('permeate', {
    type: 'flow',
    standardCategoryIds: ['RO_EFFICIENCY_PLANT'],
    meta: { meter, ro: { side: 'permeate' } },
  });
  const rainUnitId = await unit('gauge', { type: 'rain', siUnit: 'mm', meta: { meter: { ...meter, basePerCount: 1 } } });
  const wellUnitId = await unit('borewell', {
    type: 'borewell',
    standardCategoryIds: ['ID_WATER_CREDITED', 'ID_WATER_DEBITED'],
    meta: { meter, well: { depthM: 90, noc: { number: `${c} permit`, validTo: '2031-03-31', permittedKLD: 500 } } },
  });
  const energyUnitId = await unit('energy', { type: 'energy', siUnit: 'kWh', meta: { meter } });
  const levelUnitId = await unit('level', { type: 'level', siUnit: 'm' });
  const params = { cod: { name: `${c} COD`, unit: 'mg/L', lt: null, ht: 250 } };
  const effluentUnitId = await unit('effluent', { type: 'quality', siUnit: '', meta: { params, underConsent: true } });
  const enter = (unitId: string, value: number) =>
    send('POST', '/api/plant/readings/manual', {
      ...{ unitId, from: isoOf(readMs), values: [value], note: `${c} note` },
      confirmed: true,
    });
  for (const unitId of [ids.unitId, roUnitId, wellUnitId, energyUnitId]) await enter(unitId, n);
  for (const unitId of [rainUnitId, levelUnitId, effluentUnitId]) await enter(unitId, n / 10_000);

  const notificationId = await make('/api/user/alerts', {
    unitId: ids.unitId,
    type: `${c}_alert`,
    createdOn: isoOf(readMs),
    meta: { alertType: 'flow_rate', value: 7, threshold: 5 },
  });
  await send('POST', `/api/plant/alarms/${notificationId}/comments`, { text: `${c} comment` });
  await send('POST', '/api/plant/alarm-maintenance', { unitId: wellUnitId, minutes: 60, reason: `${c} works` });

  // saved once, so that there is an earlier version
  const settings = (await send('GET', '/api/user/accounts/settings')) as { alerts: object };
  const alerts = { ...settings.alerts, flood: { perTenMinutes: 7, digest: true } };
  await send('POST', '/api/user/accounts/settings', {
    ...settings,
    account: {},
    user: [],
    sso: [],
    alerts,
  });

  const nodes = [
    { id: 'a', type: 'source', label: `${c} source`, unitIds: [ids.unitId] },
    { id: 'b', type: 'consumer', label: `${c} use` },
  ];
  await send('POST', '/api/user/waterBalance/graphEditor', { nodes, edges: [{ id: 'e', source: 'a', target: 'b' }] });
  await send('PUT', '/api/plant/features/SATELLITE_MODEL', { data: { bands: [`${c} band`], coefficients: {}, note: '' } });
  await send('POST', '/api/user/roEfficiency/logActivities', {
    plantId: ids.subCategoryId,
    kind: 'inspection',
    start: isoOf(readMs),
    remark: `${c} remark`,
  });
  const typeId = `${industryId.toLowerCase()}-gate`;
  await send('POST', '/api/user/fwi/userDataInput', {
    step: 1,
    typeId,
    data: { siteName: `${c} site`, areaM2: 2500, district: `${c} district`, industryType: 'beverage' },
  });
  await send('POST', '/api/user/rainfall/fwi/fetchHistoricalRainfallData', {
    unitId: rainUnitId,
    source: 'csv',
    startDate: '01/07/2026',
    endDate: '01/07/2026',
    csv: `01/07/2026,${n / 1000}`,
  });
  const { facts, version } = (await send('GET', '/api/plant/industry/facts')) as { facts: object; version: number };
  const catchments = [{ id: 'roof', name: `${c} roof`, surface: 'roof', areaM2: 2500, firstFlushMm: 1, filterEfficiency: 0.9 }];
  await send('PUT', '/api/plant/industry/facts', { facts: { ...facts, catchments }, version });
  writeFileSync(join(rig.plant.folder, `${c}.html`), `<p>${c} report</p>`);
  const { runs } = (await send('GET', '/api/plant/reports/runs')) as { runs: { id: string }[] };
  const { id: photoId = '' } = await upload(`/api/plant/loop-tests/${ids.loopTestId}/photos`, 'photo');
  const { logourl = '' } = await upload('/api/user/accounts/logoupdate', 'image');
  await send('POST', '/api/plant/command-windows', {
    deviceId: ids.deviceId,
    ranges: [{ fn: 6, from: 1, to: 2 }],
    reason: `${c} reason`,
  });
  const { wall } = (await send('POST', '/api/plant/walls', { name: `${c} wall` })) as { wall: { id: string } };
  const opened = (await send('POST', '/api/plant/phone-pairings', { name: `${c} new phone` })) as { pairing: { id: string } };
  const { jobId = '' } = (await send('GET', `/api/user/batchProcess?date1=${day}`)) as Record<string, string>;

  // a simulated device of their own, that the tools work on
  const twin = (await send('POST', '/api/plant/twins', { deviceId: ids.deviceId })) as { id: string; port: number };
  await send('PATCH', `/api/plant/twins/${twin.id}`, { values: [{ name: `${c} total`, value: n }] });
  const connectionId = await make('/api/plant/connections', {
    name: `${c} training`,
    settings: { kind: 'tcp', host: '127.0.0.1', port: twin.port },
  });
  const target = { connectionId, slaveId: 1, space: 'holding' };
  const work = async (path: string, body: object): Promise<string> => {
    const id = await make(path, body);
    for (;;) {
      const { state } = (await send('GET', `${path}/${id}`)) as { state: string };
      if (state === 'done') return id;
      if (state !== 'running') throw new Error(`${path} as ${industryId}: ${state}`);
      await setTimeout(20);
    }
  };
  const mapId = await work('/api/plant/register-maps', { ...target, from: 0, to: 3 });
  await send('PATCH', `/api/plant/twins/${twin.id}`, { values: [{ name: `${c} total`, value: n + 1 }] });
  const laterMapId = await work('/api/plant/register-maps', { ...target, from: 0, to: 3 });
  const stressTestId = await work('/api/plant/stress-tests', { ...target, address: 0, count: 2, reads: 20 });
  const matchId = await make('/api/plant/display-matches', { ...target, address: 0, shown: String(n + 1) });
  await send('PATCH', `/api/plant/twins/${twin.id}`, { values: [{ name: `${c} total`, value: n }] });
  const consent = { pause: true, connection: `${c} training` };
  const scanId = await work('/api/plant/scans', { connectionId, from: 1, to: 1, consent });
  return {
    ...ids,
    day,
    readMs,
    roUnitId,
    rainUnitId,
    wellUnitId,
    energyUnitId,
    levelUnitId,
    effluentUnitId,
    notificationId,
    pastAlarmId: `${industryId.toLowerCase()}-past-alarm`,
    typeId,
    runId: runs[0]?.id ?? '',
    photoId,
    logoName: logourl.slice(logourl.lastIndexOf('/') + 1),
    jobId,
    twinId: twin.id,
    toolLineId: connectionId,
    mapId,
    laterMapId,
    stressTestId,
    matchId,
    scanId,
    wallId: wall.id,
    phoneId: phoneOf(industryId),
    pairingId: opened.pairing.id,
  };
};
export type Things = Awaited<ReturnType<typeof furnish>>;
