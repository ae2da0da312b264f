import type { DecodeSpec, DeviceLimits } from '../../contract/model/field.ts';
import type { ConnectionSpec, DeviceSpec, TagSpec } from '../../contract/plant/commissioning/fieldConfiguration.ts';

type Stored = { id: string; industryId: string; version: number };

export type Connection = ConnectionSpec & Stored;
export type Device = Omit<DeviceSpec, 'timeoutMs' | 'limits'> & { timeoutMs: number | null; limits: DeviceLimits } & Stored;
export type Tag = TagSpec & Stored;

/** What is wrong with a decode spec beyond its shape, and with limits also what the device cannot bear; empty when nothing is. */
export type DecodeRule = (spec: DecodeSpec, limits?: DeviceLimits) => { path: string; message: string }[];
