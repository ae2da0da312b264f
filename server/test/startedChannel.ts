import { onTestFinished } from 'vitest';
import { systemClock } from '../core/clock.ts';
import type { Failure } from '../core/fail.ts';
import { Channel } from '../field/polling/channel.ts';
import { ConnectGate } from '../field/polling/connectGate.ts';
import type { FieldRequest } from '../field/polling/fieldRequest.ts';
import type { LinkAnswer } from '../field/polling/link.ts';
import type { ReadOperation } from '../field/ports/codec.ts';
import { connection, quietLog, seeded } from '../field/testing/make.ts';
import { type Handler, OracleServer } from '../field/testing/oracleServer.ts';

export type Settings = Parameters<typeof connection>[0];

export const serverOf = async (framing: 'mbap' | 'rtu', handler?: Handler): Promise<OracleServer> => {
  const server = await new OracleServer(framing, handler).start();
  onTestFinished(() => server.stop());
  return server;
};

/** A started channel; `ready` and `down` resolve at the next such event. */
export class Subject {
  readonly channel: Channel;
  #ready = Promise.withResolvers<void>();
  #down = Promise.withResolvers<Failure>();

  constructor(settings: Settings, { readOnly = false } = {}) {
    this.channel = new Channel(
      connection(settings),
      {
        clock: systemClock,
        log: quietLog,
        random: seeded(1),
        gate: new ConnectGate(systemClock, { burst: 100, perSecond: 100 }),
        readOnly: () => readOnly,
      },
      { onReady: () => this.#ready.resolve(), onDown: (reason) => this.#down.resolve(reason) },
    );
    this.channel.start();
    onTestFinished(() => this.channel.stop());
  }

  async ready(): Promise<void> {
    await this.#ready.promise;
    this.#ready = Promise.withResolvers();
  }

  async down(): Promise<Failure> {
    const reason = await this.#down.promise;
    this.#down = Promise.withResolvers();
    return reason;
  }

  read(
    address: number,
    { count = 1, unit = 1, timeoutMs = 60, ...rest }: Partial<FieldRequest> & { count?: number } = {},
  ): Promise<LinkAnswer> {
    const operation: ReadOperation = { kind: 'read', space: 'holding', address, count };
    return this.channel.request({ unit, operation, timeoutMs, acceptAnyUnit: false, lane: 'poll', ...rest });
  }
}
export const tcpTo = (server: OracleServer): Settings => ({ kind: 'tcp', host: '127.0.0.1', port: server.port });

export const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error: Failure) => error.code,
  );
