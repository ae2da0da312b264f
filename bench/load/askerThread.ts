/** The thread of `Asker`: asks what it is sent and says how long each answer took. */
import { Agent, get } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { Asked, Timed } from './asker.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

parentPort?.on('message', ({ id, url, headers }: Asked) => {
  const startedMs = performance.now();
  const answer = (timed: Timed): void => parentPort?.postMessage(timed);
  get(url, { agent, headers }, (response) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.on('end', () => {
      const ms = performance.now() - startedMs;
      const [status, etag] = [response.statusCode ?? 0, String(response.headers.etag ?? '')];
      answer({ id, ms, status, etag, bytes, isRemembered: response.headers['server-timing'] === 'memory' });
    });
  }).on('error', ({ message }) => answer({ id, failed: `${url}: ${message}` }));
});
