import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { FieldCommands } from '../../core/field/command.ts';
import type { DeviceLookup } from './model.ts';
import { unitOf } from './readBack.ts';

const OPEN_MS = 15 * 60_000;

export type RawRange = { fn: number; from: number; to: number };
export type RawWindow = {
  industryId: string;
  deviceId: string;
  ranges: readonly RawRange[];
  userId: string;
  untilMs: number;
  /** The same by the clock that nobody sets. */
  endMs: number;
  reason: string;
  /** Where its device was. */
  unit: string;
};

type Places = Pick<FieldCommands, 'placeOf'>;

/** Raw writing for a person on one device, where it is now, for a quarter of an hour; none outlives the server's run. */
export class RawWindows {
  readonly #devices: Pick<DeviceLookup, 'device'>;
  readonly #clock: Clock;
  readonly #places: Places;
  readonly #windows = new Map<string, RawWindow>();

  constructor(devices: Pick<DeviceLookup, 'device'>, clock: Clock, places: Places) {
    this.#devices = devices;
    this.#places = places;
    this.#clock = clock;
  }

  /** @throws Failure `notFound` for the device, `badRequest` for a range that ends before it begins or for unit 0. */
  open(by: { industryId: string; userId: string }, deviceId: string, ranges: readonly RawRange[], reason: string): RawWindow {
    const device = this.#devices.device(by.industryId, deviceId);
    if (!device) throw new Failure('notFound', 'device not found');
    if (device.slaveId === 0) throw new Failure('badRequest', 'unit 0 is never written');
    for (const [index, { from, to }] of ranges.entries())
      if (from > to)
        throw new Failure('badRequest', `ranges.${index}: from must not be above to`, {
          errors: [{ path: `ranges.${index}.to`, message: 'must not be below from' }],
        });
    const window = {
      industryId: by.industryId,
      deviceId,
      ranges,
      userId: by.userId,
      untilMs: this.#clock.now() + OPEN_MS,
      endMs: this.#clock.monotonicMs() + OPEN_MS,
      reason,
      unit: unitOf(this.#places, deviceId),
    };
    this.#windows.set(`${by.userId} ${deviceId}`, window);
    return window;
  }

  list(industryId: string): RawWindow[] {
    const [nowMs, monotonicMs] = [this.#clock.now(), this.#clock.monotonicMs()];
    // what has its place elsewhere is another device, which nobody opened a window on
    const isOpen = ({ untilMs, endMs, deviceId, unit }: RawWindow): boolean =>
      untilMs > nowMs && endMs > monotonicMs && unitOf(this.#places, deviceId) === unit;
    return [...this.#windows.values()].filter((one) => one.industryId === industryId && isOpen(one));
  }

  /** @throws Failure `notFound`. */
  close(by: { industryId: string; userId: string }, deviceId: string): void {
    const found = this.list(by.industryId).find((one) => one.deviceId === deviceId && one.userId === by.userId);
    if (!found) throw new Failure('notFound', 'no raw window of yours is open on this device');
    this.#windows.delete(`${by.userId} ${deviceId}`);
  }

  /** Whether every register of a write is in one declared range of the person's own open window; none for who is no technician any more. */
  allows(
    by: { industryId: string; userId: string; isTechnician: boolean },
    deviceId: string,
    { fn, address, width }: { fn: number; address: number; width: number },
  ): boolean {
    if (!by.isTechnician) return false;
    return this.list(by.industryId).some(
      (one) =>
        one.deviceId === deviceId &&
        one.userId === by.userId &&
        one.ranges.some((range) => range.fn === fn && address >= range.from && address + width - 1 <= range.to),
    );
  }
}
