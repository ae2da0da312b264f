import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PushMessage = { token: string; notification: { title: string; body: string } };

/** What the server needs to push by this gateway. */
export const pushAccount = (url: string): object => ({
  projectId: 'plant',
  clientEmail: 'push@plant.invalid',
  privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  tokenUrl: `${url}token`,
  baseUrl: `${url}push`,
});

/** Takes the SMS and the push messages that the server sends. */
export const startGateway = async (): Promise<{
  url: string;
  texts: string[];
  pushes: PushMessage[];
  stop(): Promise<void>;
}> => {
  const texts: string[] = [];
  const pushes: PushMessage[] = [];
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    if (request.url === '/token') return void response.end(JSON.stringify({ access_token: 'granted', expires_in: 3600 }));
    if (request.url === '/push/v1/projects/plant/messages:send')
      pushes.push((JSON.parse(sent) as { message: PushMessage }).message);
    else texts.push(decodeURIComponent(sent));
    response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/`, texts, pushes, stop };
};
