import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { publicBytes } from '../../bundle/keys.ts';
import { ManualClock } from '../../core/clock.ts';
import { messageOf } from '../../core/fail.ts';
import { HubClient } from './hubClient.ts';

describe('a hub that is slow', () => {
  const asked = async (dripMs: number, drip: string) => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-length': 5000 });
      let sent = 0;
      const timer = setInterval(() => {
        response.write(drip);
        sent += drip.length;
        if (sent < 5000) return;
        clearInterval(timer);
        response.end();
      }, dripMs);
      response.on('close', () => clearInterval(timer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const [site, hub] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
    const client = new HubClient({
      ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hubKey: publicBytes(hub.publicKey) },
      ...{ site: '11111111-2222-4333-8444-555555555555', signing: site.privateKey, clock: new ManualClock(0) },
      ...{ certificate: null, againAfterMs: [], timeoutMs: 400, spend: async () => undefined },
    });
    return client.ask({ method: 'GET', path: '/x' }, z.object({}), AbortSignal.timeout(60_000)).catch(messageOf);
  };

  it('is waited for while its answer goes on, and not where it comes byte by byte', async () => {
    // within 400 ms and a second for each KB: 5 KB in 2.5 s; 20 bytes a second would take minutes
    expect(await asked(50, 'x'.repeat(100))).toMatch(/^the answer \(200\) is not of the hub/);
    expect(await asked(50, 'x')).toBe('the hub does not answer in time');
  });
});
