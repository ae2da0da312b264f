import { describe, expect, it, vi } from 'vitest';
import { consent, ended, gateway, line, meter, north, serveTools, tech, tools } from '../../../test/servedTools.ts';

serveTools();

describe('a scan', () => {
  it('of a line in use needs consent that names it', async () => {
    const estimate = await tech('POST', '/scan-estimates', { connectionId: 'line', to: 10 });
    expect(estimate.body).toMatchObject({ requests: 10, pauses: 'Gateway', settings: [null] });
    for (const wrong of [
      {},
      { consent: { pause: true, connection: 'Another' } },
      { consent: { pause: false, connection: 'Gateway' } },
    ]) {
      expect((await tech('POST', '/scans', { connectionId: 'line', to: 10, ...wrong })).status).toBe(400);
    }
    expect(gateway.status().channels[0]?.reconnects).toBe(0);
    const { body } = await tech('POST', '/scans', { connectionId: 'line', to: 10, consent });
    expect(body).toMatchObject({ state: 'running', pauses: 'Gateway', startedBy: 'asha' });
    expect(await ended(`/scans/${body.id}`)).toMatchObject({ state: 'done', found: [{ slaveId: 7, answer: 'value' }] });
    await vi.waitFor(() => expect(gateway.tag('flow')?.quality).toBe('GOOD'), 60_000);
  });

  it('is followed, ended at any time, and gives the line back', async () => {
    meter.inject({ kind: 'dead' });
    const { body } = await tech('POST', '/scans', { connectionId: 'line', from: 7, to: 7, timeoutMs: 9000, consent });
    expect((await tech('POST', '/scans', { connectionId: 'line', to: 3, consent })).status).toBe(409);
    expect((await tech('DELETE', `/scans/${body.id}`)).status).toBe(200);
    expect((await tech('GET', `/scans/${body.id}`)).body).toMatchObject({ state: 'cancelled', reason: null });
    const endedAtMs = Date.now();
    meter.clear();
    // a reading made after the scan, not one that was good before it
    const isReadAgain = (): void =>
      expect(gateway.tag('flow')).toMatchObject({ quality: 'GOOD', atMs: expect.toSatisfy((atMs) => atMs >= endedAtMs) });
    await vi.waitFor(isReadAgain, 60_000);
    expect((await tech('GET', '/scans')).body.scans).toHaveLength(1);
  });

  it('of a line that somebody else uses is refused, without telling who', async () => {
    const settings = { kind: 'tcp', host: '127.0.0.1', port: line.port };
    expect((await tech('POST', '/scans', { settings, to: 3 })).body.message).toMatch(/connection Gateway/);
    const foreign = await north('POST', '/scans', { settings, to: 3 });
    expect(foreign.status).toBe(409);
    expect(foreign.text).not.toContain('Gateway');
  });

  it('asks for one line and a range that can be', async () => {
    const serial = { kind: 'serial', path: '/dev/nobody' };
    for (const body of [
      {},
      { connectionId: 'line', settings: serial },
      { connectionId: 'line', from: 9, to: 3 },
      { settings: serial, from: 0 },
    ]) {
      expect((await tech('POST', '/scans', body)).status, JSON.stringify(body)).toBe(400);
    }
    const failed = await tech('POST', '/scans', { settings: serial, to: 3 });
    expect(await ended(`/scans/${failed.body.id}`)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/cannot open/),
    });
  });

  it('ends when the server stops', async () => {
    meter.inject({ kind: 'dead' });
    const { body } = await tech('POST', '/scans', { connectionId: 'line', from: 7, to: 7, timeoutMs: 9000, consent });
    await tools.stop();
    await tools.stop();
    expect((await tech('GET', `/scans/${body.id}`)).body.state).toBe('cancelled');
  });
});
