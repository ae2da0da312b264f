import type { ConnectionSettings, Space } from '../../contract/model/field.ts';
import { isFailure } from '../../core/fail.ts';
import type { FieldDevice } from '../../core/field/field.ts';
import { isRefusedAddress } from '../ports/outcome.ts';
import type { Channel } from './channel.ts';
import type { DeviceMetrics } from './figures/deviceMetrics.ts';
import type { LinkAnswer } from './link.ts';

/** `isPolled`: read again and again. */
export type Area = { space: Space; address: number; count: number; isPolled?: boolean };

type ReaderDeps = { settings: ConnectionSettings; channel: Channel; metrics: DeviceMetrics; isStopped: () => boolean };

/** Puts one device's reads into its line's poll lane and counts how they end. */
export class DeviceReader {
  readonly #device: FieldDevice;
  readonly #deps: ReaderDeps;

  constructor(device: FieldDevice, deps: ReaderDeps) {
    this.#device = device;
    this.#deps = deps;
  }

  /** Fails as `Channel.request`. `isWanted` is asked just before the request's turn. */
  async read(
    { space, address, count, isPolled = false }: Area,
    deadlineMs: number,
    isWanted: () => boolean,
  ): Promise<LinkAnswer> {
    const { channel, settings, metrics, isStopped } = this.#deps;
    const { slaveId, timeoutMs = settings.timeoutMs, acceptAnyUnit = false, limits } = this.#device;
    try {
      const answer = await channel.request({
        unit: slaveId,
        operation: { kind: 'read', space, address, count },
        timeoutMs,
        acceptAnyUnit,
        barred: limits.forbidden,
        lane: 'poll',
        isPolled,
        deadlineMs,
        isWanted: () => !isStopped() && isWanted(),
      });
      metrics.succeeded(answer.rttMs, answer.atMs);
      return answer;
    } catch (error) {
      if (isFailure(error) && error.code !== 'cancelled' && error.code !== 'linkDown') {
        metrics.failed(error, `unit ${slaveId} ${space} ${address}..${address + count - 1}`);
      }
      throw error;
    }
  }

  /** Null where the device refuses the address. */
  async readUnlessRefused(area: Area, deadlineMs: number): Promise<LinkAnswer | null> {
    try {
      return await this.read(area, deadlineMs, () => true);
    } catch (error) {
      if (isFailure(error) && isRefusedAddress(error)) return null;
      throw error;
    }
  }
}
