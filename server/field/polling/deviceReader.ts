import type { ConnectionSettings, FieldQuality, Space } from '../../contract/model/field.ts';
import { type Failure, isFailure } from '../../core/fail.ts';
import type { FieldDevice } from '../../core/field/field.ts';
import { isRefusedAddress, mayBeOfSome, outcomeOf } from '../ports/outcome.ts';
import { type BisectFinding, bisect, isReadableInPart, type Probe } from './bisect.ts';
import type { Channel } from './channel.ts';
import type { DeviceMetrics } from './figures/deviceMetrics.ts';
import type { LinkAnswer } from './link.ts';
import type { Block } from './readPlan.ts';

/** `isPolled`: read again and again. */
export type Area = { space: Space; address: number; count: number; isPolled?: boolean };

/** `quality`: of the tags that are refused. */
export type RefusedParts = BisectFinding & { quality: FieldQuality };

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

  /** Null where the device refuses these registers; `onRefusal` gets how. */
  async readUnlessRefused(area: Area, deadlineMs: number, onRefusal?: (refusal: Failure) => void): Promise<LinkAnswer | null> {
    try {
      return await this.read(area, deadlineMs, () => true);
    } catch (error) {
      if (!isFailure(error) || !mayBeOfSome(error)) throw error;
      onRefusal?.(error);
      return null;
    }
  }

  /**
   * What of a refused block cannot be read; null where nothing of it can, so that the device fails rather than an address.
   * @throws Failure where a question about it went unanswered.
   */
  async findRefused(
    block: Block,
    failure: Failure,
    { turn, deadlineMs }: { turn: number; deadlineMs: number },
  ): Promise<RefusedParts | null> {
    const { atomic } = this.#device.limits;
    let latest = failure;
    const onRefusal = (refusal: Failure): void => {
      latest = refusal;
    };
    const probe: Probe = async (address, count) => {
      const answer = await this.readUnlessRefused({ space: block.space, address, count }, deadlineMs, onRefusal);
      return answer && { ...answer, address };
    };
    if (!isRefusedAddress(failure) && !(await isReadableInPart(block, atomic, probe, turn))) return null;
    const finding = await bisect(block, atomic, probe);
    // of tags that are refused alone this is the refusal
    const quality = isRefusedAddress(latest) ? 'BAD_ADDRESS' : (outcomeOf(latest, false)?.quality ?? 'BAD_DEVICE');
    return { ...finding, quality };
  }

  /** More of what is known to be readable, up to `most`, where another answer could pass for this one's. */
  areaOf({ space, address, count: least }: Block, most: number): Area {
    const { channel } = this.#deps;
    const area = { space, address, count: least, isPolled: true };
    if (!channel.mayBeTaken) return area;
    const isTaken = (count: number): boolean => channel.isTaken(this.#device.slaveId, { kind: 'read', ...area, count });
    for (let count = least; count <= most; count += 1) if (!isTaken(count)) return { ...area, count };
    return area;
  }
}
