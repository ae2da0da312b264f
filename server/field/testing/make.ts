import type { z } from 'zod';
import { connectionSettings, decodeSpec, deviceLimits } from '../../contract/model/field.ts';
import type { FieldConnection, FieldDevice, FieldTag } from '../../core/field/field.ts';
import type { Log } from '../../core/log.ts';

/** Numbers 0..1 that are the same for the same seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const quietLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  always: () => {},
  child: () => quietLog,
};

export const connection = (settings: z.input<typeof connectionSettings>, id = 'line'): FieldConnection => ({
  id,
  name: id,
  settings: connectionSettings.parse(settings),
});

type DeviceOptions = {
  limits?: z.input<typeof deviceLimits>;
  timeoutMs?: number;
  acceptAnyUnit?: boolean;
  connectionId?: string;
};

export const device = (slaveId: number, { limits = {}, connectionId = 'line', ...rest }: DeviceOptions = {}): FieldDevice => ({
  id: `${connectionId}-${slaveId}`,
  connectionId,
  name: `unit ${slaveId}`,
  slaveId,
  limits: deviceLimits.parse(limits),
  ...rest,
});

type TagOptions = { periodMs?: number; name?: string } & Partial<z.input<typeof decodeSpec>>;

/** One register of a device, named after it. */
export const tag = (deviceId: string, address: number, { periodMs = 100, name, ...decode }: TagOptions = {}): FieldTag => ({
  id: name ?? `${deviceId}/${address}`,
  deviceId,
  name: name ?? `${address}`,
  kind: 'gauge',
  decode: decodeSpec.parse({ space: 'holding', address, type: 'uint16', ...decode }),
  periodMs,
});
