import { askAt, bearer, loginAt } from '../server/test/policyRig.ts';
import { phoneOf } from '../server/test/wholePlant.ts';
import { WholeServer } from './wholeServer.ts';

export type KilledSessions = {
  cycles: number;
  /** Sessions that lived before the kill and were answered after it, although they had been ended. */
  alive: number;
  /** Sessions that nobody had ended and that did not live on. */
  lost: number;
};

const okay = ({ status, text }: { status: number; text: string }): void => {
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
};

/** Saves the account settings with a user switched on or off, and returns once that is acknowledged. */
const setActive = async (url: string, adminToken: string, active: boolean): Promise<void> => {
  const headers = bearer(adminToken);
  const { body } = await askAt(url, '/api/user/accounts/settings', { headers });
  const { alerts, reports } = body as { alerts: object; reports: object };
  const changed = { account: {}, user: [{ phoneNo: phoneOf('viewer'), active }], alerts, reports };
  okay(await askAt(url, '/api/user/accounts/settings', { method: 'POST', headers, body: changed }));
};

/** Ends a session by logout or by switching its user off, kills the server when that is acknowledged, starts it again and shows the old tokens. */
export const killAfterEnd = async (cycles: number): Promise<KilledSessions> => {
  const server = new WholeServer();
  const report: KilledSessions = { cycles, alive: 0, lost: 0 };
  try {
    let url = await server.start();
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const admin = (await loginAt(url, 'admin')).access_token;
      const ended = await loginAt(url, 'viewer');
      const isLogout = cycle % 2 === 0;
      if (isLogout) okay(await askAt(url, '/api/user/user/logout', { method: 'DELETE', headers: bearer(ended.access_token) }));
      else await setActive(url, admin, false);
      await server.kill();
      url = await server.start();
      const show = async (path: string, token: string): Promise<number> =>
        (await askAt(url, path, { headers: bearer(token) })).status;
      const access = await show('/api/plant/overview', ended.access_token);
      const refresh = await show('/api/user/user/refresh', ended.refresh_token);
      if (access !== 440 || refresh !== 440) report.alive += 1;
      if ((await show('/api/plant/overview', admin)) !== 200) report.lost += 1;
      if (!isLogout) await setActive(url, admin, true);
    }
    return report;
  } finally {
    await server.stop();
  }
};
