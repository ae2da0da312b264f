import { afterEach } from 'vitest';
import { Failure } from '../core/fail.ts';
import { plcRoutes } from '../features/plc/routes.ts';
import { notingChanges, type Rig, sessionsOf, someCaller, startRig } from './httpRig.ts';
import { PlcRig } from './plcRig.ts';

const technician = someCaller({
  userId: 'asha',
  permissions: new Set(['PLC_READ', 'PLC_WRITE', 'RELAY_CONTROL', 'COMMISSIONING']),
});
const stranger = { ...technician, userId: 'nora', username: 'nora', industryId: 'NORTH', homeIndustryId: 'NORTH' };
const sessions = sessionsOf({ asha: { caller: technician, panel: false }, nora: { caller: stranger, panel: false } });
export let plant: PlcRig;
let http: Rig;
/** What the audit log was given of changes over HTTP. */
export let noted: { kind: string; subject?: string; before?: unknown; after?: unknown }[];
export const confirmed = { refuses: false };

const confirmer = {
  require: async () => {
    if (confirmed.refuses) throw new Failure('permission', 'the password is asked for');
  },
};

const auditSink = {
  refused: () => undefined,
  ignoredTarget: () => undefined,
  actedElsewhere: async () => undefined,
  changing: notingChanges(async (_, kind, note) => void noted.push({ kind, ...note })),
};

export const start = async (options?: Parameters<typeof PlcRig.start>[0]): Promise<void> => {
  plant = await PlcRig.start(options);
  noted = [];
  confirmed.refuses = false;
  http = await startRig(plcRoutes(plant.plc), { sessions, auditSink, confirmer });
};

export const ask = async (method: string, path: string, body?: object, as = 'asha') => {
  const { status, body: answer } = await http.ask(path, {
    method,
    headers: { authorization: `Bearer ${as}` },
    ...(body && { body }),
  });
  return { status, answer: answer as Record<string, unknown> & { frames: Record<string, unknown>[] } };
};
export const write = (frames: object[], more: object = {}, as?: string) =>
  ask('POST', '/api/user/plc/write-registers', { deviceId: 'plc', frames, ...more }, as);

export const stopAfterEach = (): void => {
  afterEach(async () => {
    await http.stop();
    await plant.close();
  });
};
