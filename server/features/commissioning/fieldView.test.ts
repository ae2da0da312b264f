import { describe, expect, it } from 'vitest';
import { NOW_MS } from '../../test/configuredPlant.ts';
import { field, rig, serveCommissioning, tech, wireOne } from '../../test/servedCommissioning.ts';

serveCommissioning();

describe('the field', () => {
  it('shows what is configured before it was read, and what was read', async () => {
    const { line, device, tag } = await wireOne();
    expect((await tech('GET', '/field')).body).toMatchObject({
      channels: [{ connectionId: line.id, state: 'stopped', since: null }],
      devices: [{ deviceId: device.id, health: 'unknown', plan: [] }],
      tags: [{ tagId: tag.id, value: null, quality: null, ageSeconds: null }],
    });
    const figures = {
      requests: 9,
      ok: 8,
      timeouts: 1,
      crcErrors: 0,
      exceptions: { 2: 1 },
      badAnswers: 0,
      skippedBlocks: 0,
      rttMsP50: 3,
      rttMsP95: null,
    };
    field.status = {
      channels: [
        {
          connectionId: line.id,
          state: 'ready',
          reason: null,
          sinceMs: NOW_MS - 1000,
          reconnects: 2,
          lateAnswers: 0,
          bytesDropped: 0,
          violations: 0,
          utilisationPct: 40,
          queueDepth: [1, 2, 3],
        },
      ],
      devices: [
        {
          ...figures,
          deviceId: device.id,
          connectionId: line.id,
          health: 'good',
          lastGoodAtMs: NOW_MS,
          lastError: { atMs: NOW_MS, message: 'timeout of unit 3 at 8' },
          plan: [{ space: 'holding', address: 8, count: 2, periodMs: 5000, tagIds: [tag.id] }],
          learntForbidden: [],
        },
      ],
      tags: [
        {
          tagId: tag.id,
          deviceId: device.id,
          value: null,
          quality: 'BAD_TIMEOUT',
          atMs: NOW_MS,
          lastGoodAtMs: NOW_MS - 12_340,
          raw: [1, 2],
        },
      ],
    };
    expect((await tech('GET', '/field')).body).toMatchObject({
      at: '2026-11-10T03:30:00.000Z',
      channels: [
        { name: 'Line', state: 'ready', since: '2026-11-10T03:29:59.000Z', queueDepth: { commands: 1, polls: 2, scans: 3 } },
      ],
      devices: [
        {
          name: 'Meter',
          slaveId: 3,
          exceptions: { 2: 1 },
          plan: [{ address: 8, tagIds: [tag.id] }],
          lastError: { message: 'timeout of unit 3 at 8' },
        },
      ],
      tags: [{ name: 'Total', param: 'volume', quality: 'BAD_TIMEOUT', ageSeconds: 12.3, raw: [1, 2] }],
    });
    const { text } = await rig.ask('/metrics');
    expect(text).toContain(`headworks_device_requests_total{device="${device.id}",connection="${line.id}",name="Meter"} 9`);
    expect(text).toContain(
      `headworks_device_exceptions_total{device="${device.id}",connection="${line.id}",name="Meter",exception="2"} 1`,
    );
    expect(text).toContain(`headworks_channel_state{connection="${line.id}",name="Line",state="ready"} 1`);
    expect(text).toContain(`headworks_channel_state{connection="${line.id}",name="Line",state="down"} 0`);
    expect(text).toContain(`headworks_channel_utilisation_ratio{connection="${line.id}",name="Line"} 0.4`);
    expect(text).not.toContain('headworks_device_rtt_p95_seconds{');
  });
});
