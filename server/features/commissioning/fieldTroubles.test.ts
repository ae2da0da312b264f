import { describe, expect, it } from 'vitest';
import type { ChannelState, DeviceState, FieldStatus } from '../../core/field/field.ts';
import { fieldTroubles } from './fieldTroubles.ts';
import type { Connection, Device } from './model.ts';
import { FieldRegistry } from './registry.ts';

const registry = (line: Partial<Connection> = {}, own: Partial<Device> = {}): FieldRegistry => {
  const one = new FieldRegistry();
  const settings = { kind: 'tcp', host: '10.0.0.7', port: 502 };
  const connection = { id: 'l', industryId: 'DEMO', name: 'Gateway', enabled: true, settings, ...line } as Connection;
  const device = { id: 'd', industryId: 'DEMO', connectionId: 'l', name: 'Meter', enabled: true, ...own } as Device;
  one.load({ connections: [connection], devices: [device], tags: [] });
  return one;
};
const status = (channel: Partial<ChannelState>, device: Partial<DeviceState> = {}): FieldStatus => ({
  channels: [{ connectionId: 'l', state: 'ready', reason: null, ...channel } as ChannelState],
  devices: [
    {
      deviceId: 'd',
      connectionId: 'l',
      health: 'good',
      requests: 9,
      ok: 9,
      timeouts: 0,
      lastGoodAtMs: 5000,
      lastError: null,
      ...device,
    } as DeviceState,
  ],
  tags: [],
});

describe('what is wrong with a device', () => {
  it('is nothing while it answers', () => {
    expect(fieldTroubles(registry(), status({}))('d')).toBeNull();
  });

  it('is its line while that has no connection, since the last good answer on it', () => {
    const reason = 'cannot connect to 10.0.0.7:502: ECONNREFUSED';
    const trouble = fieldTroubles(
      registry(),
      status({ state: 'backoff', reason, lastFault: 'linkDown' }, { health: 'offline' }),
    )('d');
    expect(trouble).toEqual({
      kind: 'line',
      id: 'l',
      name: 'Gateway',
      address: '10.0.0.7:502',
      sinceMs: 5000,
      reason: 'lineDown',
      detail: reason,
    });
  });

  it('is its line also while that connects again', () => {
    expect(fieldTroubles(registry(), status({ state: 'connecting', lastFault: 'timeout' }))('d')).toMatchObject({
      kind: 'line',
      reason: 'noAnswer',
    });
  });

  it('is the device where the line works: silent, or answering what cannot be used', () => {
    const silent = { health: 'offline', requests: 20, ok: 9, timeouts: 11 } as const;
    expect(fieldTroubles(registry(), status({}, silent))('d')).toMatchObject({ kind: 'device', id: 'd', reason: 'noAnswer' });
    expect(fieldTroubles(registry(), status({}, { ...silent, timeouts: 2 }))('d')).toMatchObject({
      kind: 'device',
      reason: 'badAnswers',
    });
  });

  it('is that it was switched off, line or device', () => {
    expect(fieldTroubles(registry({ enabled: false }), status({}))('d')).toMatchObject({ kind: 'line', reason: 'disabled' });
    expect(fieldTroubles(registry({}, { enabled: false }), status({}))('d')).toMatchObject({
      kind: 'device',
      reason: 'disabled',
    });
  });
});
