import { afterEach, beforeEach } from 'vitest';
import { type AccountsRig, someSettings, startAccounts } from './accountsRig.ts';
import type { Ask, Reply } from './httpRig.ts';

export type Settings = {
  account: { industryName: string; logo: string; shift: Record<string, string>; siUnit: Record<string, string> };
  user: { id: string; phoneNo: string; active: boolean; name: string }[];
  alerts: { email: unknown; channels: Record<string, { recipients: string[]; enabled: boolean; minPriority: number }> };
  reports: Record<string, unknown>;
  sso: { email: string; role: string; active: boolean }[];
};

export let rig: AccountsRig;

export const PATH = '/accounts/settings';

export const save = (fields: Parameters<typeof someSettings>[0] = {}, asked: Ask & { token?: string } = {}): Promise<Reply> =>
  rig.call('POST', PATH, { body: someSettings(fields), ...asked });

export const read = async (token?: string): Promise<Settings> =>
  (await rig.call('GET', PATH, token === undefined ? {} : { token })).body as Settings;

export const told = ({ status, body }: Reply) => {
  const { code, message } = body as { code: number; message: string };
  return { status, code, message };
};

export const phone = (at: number): string => `98000000${String(at).padStart(2, '0')}`;

export const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ phoneNo: phone(from + at), active: true }));

export const mails = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ email: `p${at}@plant.example`, role: 'manager', active: true }));

export const eachFresh = (): void => {
  beforeEach(async () => {
    rig = await startAccounts();
  });
  afterEach(() => rig.stop());
};

/** Another plant in place of the one that was made, with what is to be different about it. */
export const startAnew = async (options: Parameters<typeof startAccounts>[0]): Promise<void> => {
  rig = await startAccounts(options);
};
