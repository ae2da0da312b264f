import { describe, expect, it, vi } from 'vitest';
import { at, consent, ended, gateway, line, north, serveTools, tech, viewer } from '../../../test/servedTools.ts';

serveTools();

describe('a line', () => {
  it('shows its traffic, page by page', async () => {
    await vi.waitFor(() => expect(gateway.line('line')?.traffic.frames().length).toBeGreaterThan(8), 60_000);
    const { body } = await tech('GET', '/connections/line/traffic?limit=3&direction=sent');
    expect(body.frames).toHaveLength(3);
    expect(body.frames[0]).toMatchObject({ unit: 7, functionCode: 3, text: 'unit 7: read holding registers 0 to 1' });
    const next = await tech('GET', `/connections/line/traffic?after=${body.frames[0].sequence}&limit=1`);
    expect(next.body.frames[0].sequence).toBe(body.frames[0].sequence + 1);
    const csv = await tech('GET', '/connections/line/traffic/export?unit=7');
    expect(csv.text.split('\r\n')[0]).toBe('sequence,time_utc,direction,unit,function,hex,text');
  });

  it('has a report and a stress test', async () => {
    expect((await tech('GET', '/connections/line/doctor')).body).toMatchObject({
      name: 'Gateway',
      state: expect.any(String),
      crcPct: 0,
    });
    const { body } = await tech('POST', '/stress-tests', { connectionId: 'line', slaveId: 7, reads: 50 });
    expect(await ended(`/stress-tests/${body.id}`)).toMatchObject({ state: 'done', sent: 50, ok: 50, verdict: 'good' });
  });

  it('belongs to its industry', async () => {
    const { body } = await tech('POST', '/stress-tests', { connectionId: 'line', slaveId: 7, reads: 10 });
    await ended(`/stress-tests/${body.id}`);
    const spec = { connectionId: 'line', slaveId: 7, space: 'holding' };
    for (const [method, path, sent] of [
      ['GET', '/connections/line/traffic'],
      ['GET', '/connections/line/traffic/export'],
      ['GET', '/connections/line/doctor'],
      ['GET', `/registers?${at}&address=0`],
      ['GET', `/decode-matrix?${at}&address=0`],
      ['GET', `/stress-tests/${body.id}`],
      ['DELETE', `/stress-tests/${body.id}`],
      ['POST', '/stress-tests', { ...spec, address: 0 }],
      ['POST', '/register-maps', { ...spec, from: 0, to: 9 }],
      ['POST', '/display-matches', { ...spec, address: 0, shown: '1' }],
      ['POST', '/scans', { connectionId: 'line', consent }],
    ] as const) {
      expect((await north(method, path, sent)).status, `${method} ${path}`).toBe(404);
      expect((await viewer(method, path, sent)).status, `${method} ${path}`).toBe(401);
    }
    expect((await north('GET', '/stress-tests')).body.tests).toEqual([]);
  });
});

describe('an endpoint', () => {
  it('is tested', async () => {
    const { body } = await tech('POST', '/endpoint-tests', { host: '127.0.0.1', port: line.port, slaveId: 7 });
    expect(body).toMatchObject({ reached: true, answersModbus: true });
    const away = await tech('POST', '/endpoint-tests', { host: '127.0.0.1', port: line.port, slaveId: 9 });
    expect(away.body.words).toMatch(/gateway answers, but unit 9/);
    const misread = await tech('POST', '/endpoint-tests', { host: '127.0.0.001', port: line.port, slaveId: 7 });
    expect(misread).toMatchObject({ status: 400, body: { code: 1430, errors: [{ path: 'host' }] } });
    const scan = await tech('POST', '/scan-estimates', { settings: { kind: 'tcp', host: '10.1' }, to: 3 });
    expect(scan).toMatchObject({ status: 400, body: { errors: [{ path: 'settings' }] } });
  });
});
