import { describe, expect, it } from 'vitest';
import { prometheusSamples } from '../../test/prometheusText.ts';
import { field, rig, serveCommissioning } from '../../test/servedCommissioning.ts';

serveCommissioning();

describe('health and metrics', () => {
  it('say whether the server is ready', async () => {
    expect(await rig.ask('/api/plant/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    field.isReady = false;
    expect(await rig.ask('/api/plant/health')).toMatchObject({ status: 503, body: { code: 503 } });
  });

  it('are text for Prometheus, to this machine itself', async () => {
    const reply = await rig.ask('/metrics');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const line of [
      'headworks_ingest_lag_seconds 1.5',
      'headworks_event_loop_delay_p99_seconds 0.004',
      'headworks_resident_bytes 1000',
      'headworks_database_bytes 2000',
    ])
      expect(reply.text.split('\n')).toContain(line);
  });

  it('leave out what is not known: never 0, and nothing of a field without lines and devices', async () => {
    const asked = async () => prometheusSamples((await rig.ask('/metrics')).text);
    expect((await asked()).map(({ name, value }) => [name, value])).toEqual([
      ['headworks_ingest_lag_seconds', 1.5],
      ['headworks_event_loop_delay_p99_seconds', 0.004],
      ['headworks_resident_bytes', 1000],
      ['headworks_database_bytes', 2000],
      ['headworks_backup_age_seconds', 7200],
      ['headworks_disk_free_bytes', 5e9],
      ['headworks_disk_full_timestamp_seconds', Number.POSITIVE_INFINITY],
    ]);
    const unknown = () => null;
    Object.assign(field.figures, {
      ingestLagSeconds: unknown,
      eventLoopDelayP99Ms: unknown,
      databaseBytes: unknown,
      backupAgeSeconds: () => Number.NaN,
      diskFreeBytes: unknown,
      diskFullAtSeconds: unknown,
    });
    expect(await asked()).toEqual([{ name: 'headworks_resident_bytes', labels: {}, value: 1000 }]);
  });

  it.each([
    ['no token', {}, 401],
    ['another token', { authorization: 'Bearer something-else' }, 401],
    ['a session token', { authorization: 'Bearer tech' }, 401],
    ['its token', { authorization: 'Bearer a-token-of-its-own' }, 200],
  ])('from elsewhere with %s', async (_, headers, expected) => {
    // the proxy on this machine is trusted, so the address is that of the client behind it
    expect((await rig.ask('/metrics', { headers: { 'x-forwarded-for': '10.1.2.3', ...headers } })).status).toBe(expected);
    // and one that pretends to be this machine is not believed
    expect((await rig.ask('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1', ...headers } })).status).toBe(expected);
  });
});
