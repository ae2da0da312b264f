import { askAt, bearer, loginAt } from '../server/test/policyRig.ts';
import { WholeServer } from './wholeServer.ts';

export type KilledSessions = {
  cycles: number;
  /** Sessions that lived before the kill and were answered after it, although they had been ended. */
  alive: number;
  /** Sessions that nobody had ended and that did not live on. */
  lost: number;
};

/** Logs out, kills the server as soon as that is acknowledged, starts it again and shows the old tokens. */
export const killAfterLogout = async (cycles: number): Promise<KilledSessions> => {
  const server = new WholeServer();
  const report: KilledSessions = { cycles, alive: 0, lost: 0 };
  try {
    let url = await server.start();
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const [ended, kept] = [await loginAt(url, 'viewer'), await loginAt(url, 'operator')];
      const logout = await askAt(url, '/api/user/user/logout', { method: 'DELETE', headers: bearer(ended.access_token) });
      await server.kill();
      if (logout.status !== 200) throw new Error(`logout answered ${logout.status}: ${logout.text}`);
      url = await server.start();
      const show = (path: string, token: string) => askAt(url, path, { headers: bearer(token) });
      const [access, refresh, other] = [
        await show('/api/plant/overview', ended.access_token),
        await show('/api/user/user/refresh', ended.refresh_token),
        await show('/api/plant/overview', kept.access_token),
      ];
      if (access.status !== 440 || refresh.status !== 440) report.alive += 1;
      if (other.status !== 200) report.lost += 1;
    }
    return report;
  } finally {
    await server.stop();
  }
};
