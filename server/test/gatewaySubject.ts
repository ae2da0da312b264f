/** A gateway under test, with what it published, and the devices and tags of a line to a simulated server. */
import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../core/clock.ts';
import type { DeviceState, FieldConfiguration, FieldDevice, FieldTag, Sample } from '../core/field/field.ts';
import { ModbusGateway } from '../field/gateway.ts';
import { connection, quietLog, seeded } from '../field/testing/make.ts';
import { type Handler, OracleServer, type Request } from '../field/testing/oracleServer.ts';

export type LineOptions = { timeoutMs?: number; id?: string; kind?: 'tcp' | 'rtuTcp' };

export const lineTo = (server: OracleServer, { timeoutMs = 60, id = 'line', kind = 'tcp' }: LineOptions = {}) =>
  connection(
    { kind, host: '127.0.0.1', port: server.port, timeoutMs, ...(kind === 'rtuTcp' ? { quietMs: 20 } : {}) } as never,
    id,
  );

export const serverOf = async (handler?: Handler, framing: 'mbap' | 'rtu' = 'mbap'): Promise<OracleServer> => {
  const server = await new OracleServer(framing, handler).start();
  onTestFinished(() => server.stop());
  return server;
};

/** A running gateway, with everything it published and a way to wait for some of it. */
export class Subject {
  readonly gateway: ModbusGateway;
  readonly samples: Sample[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(configuration: FieldConfiguration, clock: Clock = systemClock) {
    this.gateway = new ModbusGateway({ clock, log: quietLog, random: seeded(1) });
    this.gateway.configure(configuration);
    this.gateway.onSamples((samples) => {
      this.samples.push(...samples);
      for (const check of this.#waiting) check();
    });
    this.gateway.start();
    onTestFinished(() => this.gateway.stop());
  }

  /** Resolves once a sample published from now on fits; with how long that took. */
  async next(fits: (sample: Sample) => boolean): Promise<Sample> {
    const from = this.samples.length;
    const { promise, resolve } = Promise.withResolvers<Sample>();
    const check = (): void => {
      const found = this.samples.slice(from).find(fits);
      if (found) resolve(found);
    };
    this.#waiting.add(check);
    return promise.finally(() => this.#waiting.delete(check));
  }

  good(tagId: string): Promise<Sample> {
    return this.next((sample) => sample.tagId === tagId && sample.quality === 'GOOD');
  }

  bad(tagId: string, quality: string): Promise<Sample> {
    return this.next((sample) => sample.tagId === tagId && sample.quality === quality);
  }

  quality(tagId: string): string | undefined {
    return this.gateway.tag(tagId)?.quality;
  }

  device(deviceId: string): DeviceState {
    const found = this.gateway.status().devices.find((state) => state.deviceId === deviceId);
    if (!found) throw new Error(`no device ${deviceId}`);
    return found;
  }
}

export const plantOf = (
  server: OracleServer,
  devices: FieldDevice[],
  tags: FieldTag[],
  options?: LineOptions,
): FieldConfiguration => ({
  connections: [lineTo(server, options)],
  devices,
  tags,
});

export const touches = ({ address, count }: Request, from: number, to = from): boolean =>
  address <= to && address + count - 1 >= from;
