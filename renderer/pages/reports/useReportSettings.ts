import type { ReportSettings } from '../../../server/contract/model/reportSettings.ts';
import { readSettings, saveSettings } from '../../../server/contract/user/accounts.ts';
import { useSend, useTagged } from '../../api/useEndpoint.ts';

/** Settings of reports: read with their version and saved against it, so that nobody's change is lost (409). */
export const useReportSettings = () => {
  const settings = useTagged(readSettings, {});
  const { send, busy } = useSend(saveSettings);
  const save = async (reports: ReportSettings): Promise<void> => {
    if (settings.data === undefined) return;
    const { reply, etag } = settings.data;
    await send({
      headers: etag === null ? {} : { 'If-Match': etag },
      body: { account: { logo: reply.account.logo }, user: [], alerts: reply.alerts, reports },
    });
  };
  return { settings, save, busy };
};
