import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askAt, bearer, type PolicyRig, startPolicyRig } from './policyRig.ts';

/** A body may come up to half a minute after its headers: what its sender lost meanwhile is lost for it too. */
let rig: PolicyRig;
beforeAll(async () => {
  rig = await startPolicyRig();
});
afterAll(() => rig.stop());

type Late = { method: string; path: string; token: string; type: string; body: string };

/** Sends the headers, does something once the server has them, and sends the body after that. */
const sendLate = ({ method, path, token, type, body }: Late, meanwhile: () => Promise<unknown>) =>
  new Promise<{ status: number | undefined; answer: Record<string, unknown> }>((resolve, reject) => {
    const headers = {
      ...bearer(token),
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    };
    const sent = request(new URL(path, rig.plant.url()), { method, headers }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode, answer: JSON.parse(answer) }), reject);
    });
    sent.on('error', reject);
    sent.on('continue', () => void meanwhile().then(() => sent.end(body), reject));
    sent.flushHeaders();
  });

const ask = (path: string, options: Parameters<typeof askAt>[2], token: string | undefined = rig.tokens.admin) =>
  askAt(rig.plant.url(), path, { ...options, headers: bearer(token) });
const technician = async (): Promise<{ id: string; permissions: string[] }> => {
  const { body } = await ask('/api/plant/users', {});
  const { users } = body as { users: { id: string; username: string; permissions: string[] }[] };
  return users.find(({ username }) => username === 'technician') ?? { id: '', permissions: [] };
};
const namesOfLines = async (): Promise<string[]> => {
  const { body } = await ask('/api/plant/connections', {});
  return (body as { connections: { name: string }[] }).connections.map(({ name }) => name);
};

const line = { name: 'Late line', enabled: false, settings: { kind: 'tcp', host: '10.0.0.9' } };
const adding = {
  method: 'POST',
  path: '/api/plant/connections',
  type: 'application/json',
  body: JSON.stringify(line),
};

it('a change whose body comes after its sender lost the right is not made', async () => {
  const { id, permissions } = await technician();
  const give = (granted: readonly string[]) => ask(`/api/plant/users/${id}`, { method: 'PATCH', body: { permissions: granted } });
  const token = (await rig.login('technician')).access_token;
  const late = await sendLate({ ...adding, token }, () => give(permissions.filter((one) => one !== 'COMMISSIONING')));
  expect(late).toMatchObject({ status: 401, answer: { reason: 'permission', message: 'Permission COMMISSIONING required' } });
  expect(await namesOfLines()).not.toContain('Late line');
  await give(permissions);
  const kept = await sendLate({ ...adding, token }, () => Promise.resolve());
  expect(kept).toMatchObject({ status: 201, answer: { name: 'Late line' } });
});

it('a file that comes after its session was ended is not taken over', async () => {
  const token = (await rig.login('technician')).access_token;
  const file = [
    '--x',
    'content-disposition: form-data; name="file"; filename="plant.json"',
    'content-type: application/json',
    '',
    JSON.stringify({ connections: [{ ...line, name: 'Line of a file' }] }),
    '--x--',
    '',
  ];
  const late = await sendLate(
    {
      method: 'POST',
      path: '/api/plant/configuration/import',
      token,
      type: 'multipart/form-data; boundary=x',
      body: file.join('\r\n'),
    },
    () => ask('/api/user/user/logout', { method: 'DELETE' }, token),
  );
  expect(late).toMatchObject({ status: 440 });
  expect(await namesOfLines()).not.toContain('Line of a file');
});
