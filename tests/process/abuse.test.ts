import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { malformed, sendAllRaw } from '../../server/test/malformed.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { killAfterEnd } from '../killedSessions.ts';
import { slowConnections } from '../slowConnections.ts';
import { WholeServer } from '../wholeServer.ts';

const MIB = 1_048_576;
const requests = Number(process.env.HEADWORKS_MALFORMED ?? 2000);
const kills = Number(process.env.HEADWORKS_KILLS ?? 10);

describe('the server process', () => {
  const server = new WholeServer();
  let port: number;
  let token: string;
  beforeAll(async () => {
    const url = await server.start();
    port = Number(new URL(url).port);
    token = (await loginAt(url, 'technician')).access_token;
  });
  afterAll(() => server.stop());

  it(`keeps its memory through ${requests} malformed requests`, async () => {
    // what the server needs once for so many refusals is there before
    await sendAllRaw(port, malformed(1, Math.max(1500, requests / 2), [token, undefined]));
    const before = await server.residentBytes();
    const { faults } = await sendAllRaw(port, malformed(2, requests, [token, undefined]));
    expect(faults).toEqual([]);
    const grown = (await server.residentBytes()) - before;
    console.log(`resident memory grew by ${(grown / MIB).toFixed(1)} MiB`);
    expect(grown).toBeLessThan(20 * MIB);
  });

  it('closes 400 connections whose headers never end, while others are served at once', async () => {
    const report = await slowConnections(port, 'headers', { withinMs: 10_000, token });
    console.log(`closed after ${Math.round(report.closedAfterMs)} ms, good client p99 ${report.p99Ms.toFixed(1)} ms`);
    expect(report).toMatchObject({ connections: 400, left: 0 });
    expect(report.requests).toBeGreaterThan(50);
  });
});

describe(`a session that was ended, by logout or by switching its user off, just before a kill, ${kills} times`, () => {
  // each of them starts a server anew: a minute apiece is for one that hangs
  const limitMs = kills * 60_000;
  it('stays dead, and the others live on', { timeout: limitMs }, async () => {
    expect(await killAfterEnd(kills)).toEqual({ cycles: kills, alive: 0, lost: 0 });
  });
});
