import type { Reply } from '../../../server/test/httpRig.ts';
import type { ConformancePlant } from '../plants.ts';
import { accepted, listOf, refused, type Section } from '../sentence.ts';

export type Json = Record<string, unknown>;

export const missingOrWrong = (path: string, rest: string, name: string): Section['sentences'][number] => [
  `${name} is required, as DD/MM/YYYY: 1403`,
  async (at) => {
    refused(await at.get(`${path}?${rest}`), 1403);
    for (const bad of ['2026-11-11', '31/02/2026', 'x']) refused(await at.get(`${path}?${rest}&${name}=${bad}`), 1403);
  },
];

export type Note = Json & { id: string };

export const newest = async (at: ConformancePlant): Promise<Note> => {
  const [first] = listOf(accepted(await at.get('/notification?days=1')).notifications);
  return first as Note;
};

export const again = async (at: ConformancePlant, id: string): Promise<Json> =>
  listOf(accepted(await at.get('/notification?days=1')).notifications).find((one) => one.id === id) ?? {};

/** An event that is taken as it stands. */
export const plainEvent = {
  unitId: 'demo-line3',
  type: 'stable_flow_alert',
  createdOn: '2026-11-12T09:20:00Z',
  meta: { alertType: 'flow_rate' },
};

export const post = (at: ConformancePlant, body: object): Promise<Reply> => at.ask('POST', '/alerts', 'admin', { body });
