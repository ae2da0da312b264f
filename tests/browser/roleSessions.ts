import { openSession } from './plant.ts';
import type { RoleName } from './roleList.ts';

const managerPassword = 'tidal-orbit-lantern-42';

/** What the panel keeps of a session of this role. Makes the manager where there is none yet. */
export const sessionOf = async (url: string, role: RoleName): Promise<string> => {
  if (role !== 'manager') return openSession(url, { username: role, password: `demo-${role}` });
  const { accessToken } = JSON.parse(await openSession(url, { username: 'admin', password: 'demo-admin' })) as {
    accessToken: string;
  };
  const answer = await fetch(`${url}/api/plant/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'manager', name: 'Nisha Rao', role: 'manager', password: managerPassword }),
  });
  if (!answer.ok && answer.status !== 409) throw new Error(`no manager: ${await answer.text()}`);
  return openSession(url, { username: 'manager', password: managerPassword });
};
