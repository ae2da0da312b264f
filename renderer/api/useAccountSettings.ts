import type { z } from 'zod';
import type { accountSettings } from '../../server/contract/model/accountSettings.ts';
import { readSettings, saveSettings } from '../../server/contract/user/accounts.ts';
import { useSaving, useTagged } from './useEndpoint.ts';

type Settings = z.output<typeof accountSettings>;
type NewUser = { phoneNo: string; name: string; active: boolean };
type NewSsoUser = { email: string; role: string; active: boolean };
type Part = {
  account?: { logo: string };
  alerts?: unknown;
  reports?: Settings['reports'];
  user?: readonly NewUser[];
  sso?: readonly NewSsoUser[];
};

/** Settings of the account: read with their tag and saved against it, so that nobody's change is lost (409). What is not given stays. */
export const useAccountSettings = () => {
  const settings = useTagged(readSettings, {});
  const { send, busy } = useSaving(saveSettings);
  const save = async (part: Part): Promise<void> => {
    if (settings.data === undefined) return;
    const { reply, etag } = settings.data;
    await send({
      headers: etag === null ? {} : { 'If-Match': etag },
      body: { account: { logo: reply.account.logo }, user: [], alerts: reply.alerts, reports: reply.reports, ...part },
    });
  };
  return { settings, save, busy };
};
