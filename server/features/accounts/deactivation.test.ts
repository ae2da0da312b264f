import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { someSettings } from '../../test/accountsRig.ts';
import { bearer, type PolicyRig, startPolicyRig } from '../../test/policyRig.ts';

let rig: PolicyRig;
beforeAll(async () => {
  rig = await startPolicyRig();
});
afterAll(() => rig.stop());

it('cuts the sockets of a deactivated user, and those of nobody else', async () => {
  const url = `${rig.plant.url().replace('http', 'ws')}/api/user/live`;
  const open = async (token: string | undefined): Promise<WebSocket> => {
    const socket = new WebSocket(url, ['bearer', token ?? '']);
    await once(socket, 'open');
    return socket;
  };
  const [operator, viewer] = [await open(rig.tokens.operator), await open(rig.tokens.viewer)];
  const headers = bearer(rig.tokens.admin);
  const { body } = await rig.ask('/api/user/accounts/settings', { headers });
  const { user } = body as { user: { id: string; phoneNo: string }[] };
  const own = user.find(({ id }) => id === 'operator');
  const closed = once(operator, 'close');
  const sent = someSettings({ user: [{ ...own, active: false }] });
  const saved = await rig.ask('/api/user/accounts/settings', { method: 'POST', headers, body: sent });
  expect(saved.status).toBe(200);
  await closed;
  const reply = await rig.ask('/api/user/accounts/joinedDate', { headers: bearer(rig.tokens.operator) });
  expect(reply.body).toMatchObject({ code: 440 });
  expect(viewer.readyState).toBe(WebSocket.OPEN);
  viewer.terminate();
});
