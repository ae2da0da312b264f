import { vi } from 'vitest';
import type { Sqlite } from '../db/open.ts';
import { rawConnectionOf } from '../db/writer.ts';
import { Storage } from '../storage.ts';
import type { Reply } from './httpRig.ts';
import { askAt, bearer, loginAt } from './policyRig.ts';
import { idsOf } from './twinIndustries.ts';
import { startWholePlant, type WholePlant } from './wholePlant.ts';

let plant: WholePlant;
let token: string;
let alarmId: string;
let rainUnitId: string;
/** The connection that writes, of the plant that was started. */
export let sqlite: Sqlite;
const ids = idsOf('DEMO');
const SLOT_MS = 300_000;
const readAt = `${new Date(Math.floor(Date.now() / SLOT_MS - 3) * SLOT_MS).toISOString().slice(0, 19)}Z`;

const dmyOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).split('-').reverse().join('/');

/** One request of the administrator. */
export const send = async (method: string, path: string, body?: object): Promise<Reply> => {
  const at = path.trim().replace('{alarm}', alarmId);
  if (!(body instanceof FormData)) return askAt(plant.url(), at, { method, headers: bearer(token), ...(body && { body }) });
  const reply = await fetch(plant.url() + at, { method, headers: bearer(token), body });
  const text = await reply.text();
  return { status: reply.status, headers: Object.fromEntries(reply.headers), text, body: JSON.parse(text) };
};
const made = async (path: string, body: object): Promise<Record<string, string>> => {
  const { status, body: answer, text } = await send('POST', path, body);
  if (status >= 300) throw new Error(`${path}: ${text}`);
  return answer as Record<string, string>;
};

/** Starts a plant with what the rows below need. */
export const startDiskRig = async (): Promise<void> => {
  const started = vi.spyOn(Storage.prototype, 'start');
  plant = await startWholePlant();
  const [storage] = started.mock.contexts as Storage[];
  if (!storage) throw new Error('no storage was started');
  sqlite = rawConnectionOf(storage.writer);
  token = (await loginAt(plant.url(), 'admin')).access_token;
  sqlite.exec('create table filler (bytes blob)');
  const meter = { modulus: 1e9, basePerCount: 1, maxPerHour: 100 };
  const gauge = { subCategoryId: ids.subCategoryId, name: 'gauge', standardCategoryId: 'SOURCE_CATEGORY' };
  rainUnitId = (await made('/api/plant/units', { ...gauge, type: 'rain', siUnit: 'mm', meta: { meter } })).id ?? '';
  const ro = { ...gauge, name: 'permeate', standardCategoryIds: ['RO_EFFICIENCY_PLANT'], type: 'flow', siUnit: 'KL' };
  await made('/api/plant/units', { ...ro, meta: { meter, ro: { side: 'permeate' } } });
  const event = {
    unitId: ids.unitId,
    type: 'first',
    createdOn: readAt,
    meta: { alertType: 'flow_rate', value: 7, threshold: 5 },
  };
  alarmId = (await made('/api/user/alerts', event)).notificationId ?? '';
};
export const stopDiskRig = (): Promise<void> => plant.stop();

export const tables = (): string[] =>
  sqlite
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'filler' and sql not like 'create virtual%'",
    )
    .pluck()
    .all();

/** Every row of every table, for whatever is written at all. */
export const everything = (but: readonly string[] = []): string =>
  JSON.stringify(
    tables()
      .filter((name) => !but.includes(name))
      .map((name) => [name, sqlite.prepare(`select * from "${name}"`).safeIntegers().raw().all()]),
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  );

type Settings = { account: object; reports: object };
/** The settings as they are, with sections of others. */
const settingsWith = async (change: Partial<Settings>): Promise<object> => {
  const { body } = await send('GET', '/api/user/accounts/settings');
  return { ...(body as Settings), account: {}, user: [], sso: [], ...change };
};
const schedule = {
  id: 'nightly',
  reportType: 'daily',
  service: 'water',
  reportFormat: 'pdf',
  at: '07:00',
  recipients: ['asha@plant.example'],
  enabled: true,
};
const nodes = [
  { id: 'a', type: 'source', label: 'wells', unitIds: [ids.unitId] },
  { id: 'b', type: 'consumer', label: 'use' },
];
const pump = { deviceId: ids.deviceId, name: 'spare', asset: 'SPARE', kind: 'setpoint', fn: 6, address: 11, type: 'uint16' };

/** Rows that write, with what they are sent and where what they wrote can be seen. */
export const writingRows: Readonly<
  Record<string, { sent(): object | Promise<object>; seen: string | (() => string); answer?: readonly [number, RegExp] }>
> = {
  'POST /api/plant/write-points': { sent: () => ({ ...pump, min: 0, max: 5 }), seen: '/api/plant/write-points' },
  'POST /api/user/plc/write-registers': {
    sent: () => ({
      deviceId: ids.deviceId,
      commandId: '6c1f7a52-7f0c-4a86-9d1c-1f2d3c4b5a69',
      frames: [{ frameId: 'SPARE.SET', slaveId: 1, fn: 6, address: 99, values: [1] }],
    }),
    seen: '/api/plant/commands',
  },
  'POST /api/user/waterBalance/graphEditor': {
    sent: () => ({ nodes, edges: [{ id: 'e', source: 'a', target: 'b' }] }),
    seen: '/api/plant/documents/waterBalance/versions',
  },
  'POST /api/user/roEfficiency/logActivities': {
    sent: () => ({ plantId: ids.subCategoryId, kind: 'inspection', start: readAt, remark: 'looked at' }),
    seen: '/api/user/roEfficiency/logActivities',
  },
  'POST /api/user/rainfall/fwi/fetchHistoricalRainfallData': {
    sent: () => ({ unitId: rainUnitId, source: 'csv', startDate: '01/07/2026', endDate: '01/07/2026', csv: '01/07/2026,12.5' }),
    seen: () => `/api/user/rainfall/fwi/fetchAnalyticsRainfallData?unitId=${rainUnitId}`,
  },
  'POST /api/plant/readings/manual': {
    sent: () => ({ unitId: ids.unitId, from: readAt, values: [12], note: 'read by hand' }),
    answer: [503, /disk is full/],
    seen: () => `/api/user/granular/unit?date1=${dmyOf(Date.parse(readAt) - 30 * 60_000)}&unitId=${ids.unitId}`,
  },
  'POST /api/user/alerts': {
    sent: () => ({
      unitId: ids.unitId,
      type: 'second',
      createdOn: readAt,
      meta: { alertType: 'flow_rate', value: 9, threshold: 5 },
    }),
    seen: '/api/user/notification?days=1',
  },
  'POST /api/plant/alarms/{alarm}/comments': { sent: () => ({ text: 'on my way' }), seen: '/api/plant/alarms/{alarm}' },
  'POST /api/user/notification/assignee': {
    sent: () => ({ notificationId: alarmId, assigneeId: ids.userId }),
    seen: '/api/plant/alarms/{alarm}',
  },
  'POST /api/plant/alarms/{alarm}/shelve': {
    sent: () => ({ minutes: 30, reason: 'sensor is cleaned' }),
    seen: '/api/plant/alarms/{alarm}',
  },
  'POST /api/plant/alarm-maintenance': {
    sent: () => ({ unitId: ids.unitId, minutes: 60, reason: 'works' }),
    seen: '/api/plant/audit?kind=alarm.maintenance',
  },
  'POST /api/user/accounts/settings': {
    sent: () => settingsWith({ account: { industryName: 'Renamed plant' } }),
    seen: '/api/user/accounts/settings',
  },
  'POST /api/user/accounts/settings ': {
    sent: () => settingsWith({ reports: { enabled: true, schedules: [schedule] } }),
    seen: '/api/user/accounts/settings',
  },
  'POST /api/plant/loop-tests': {
    sent: () => ({
      unitId: ids.unitId,
      param: 'volume',
      testedAt: '2026-02-02T10:00:00Z',
      testedBy: 'asha',
      reference: { instrument: 'clamp-on' },
      points: [{ reference: 10, asFound: 10.1 }],
    }),
    seen: '/api/plant/loop-tests',
  },
  'POST /api/plant/configuration/import?dryRun=false': {
    sent: () => {
      const form = new FormData();
      form.set('file', new Blob([`kind,id,name\ntag,${ids.tagId},renamed total\n`]), 'tags.csv');
      return form;
    },
    seen: `/api/plant/tags/${ids.tagId}`,
  },
};
