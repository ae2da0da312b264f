import type { Reply } from '../../../server/test/httpRig.ts';
import { bearer } from '../../../server/test/policyRig.ts';
import type { ConformancePlant } from '../plants.ts';
import { accepted } from '../sentence.ts';

export type Json = Record<string, unknown>;

export type Settings = { account: Json; user: Json[]; sso: Json[]; alerts: Json; reports: Json };

export const read = async (at: ConformancePlant): Promise<Settings> => accepted(await at.get('/accounts/settings')) as Settings;

export type Unit = Json & { index: number; unitId: string };

export const unitOf = async (at: ConformancePlant, unitId: string): Promise<Unit> => {
  const info = accepted(await at.get('/accounts/info')) as Record<string, Unit[]>;
  const found = Object.values(info)
    .flat()
    .find((one) => one.unitId === unitId);
  if (!found) throw new Error(`${unitId} is not in the answer`);
  return found;
};

export const upload = async (
  at: ConformancePlant,
  bytes: Uint8Array<ArrayBuffer>,
  field = 'image',
  user: 'admin' | 'viewer' = 'admin',
): Promise<Reply> => {
  const body = new FormData();
  body.set(field, new Blob([bytes], { type: 'image/png' }), 'logo.png');
  const headers = bearer((await at.tokensOf(user)).access_token);
  const response = await fetch(`${at.url}/api/user/accounts/logoupdate`, { method: 'POST', headers, body });
  const text = await response.text();
  return { status: response.status, headers: Object.fromEntries(response.headers), text, body: JSON.parse(text) };
};
