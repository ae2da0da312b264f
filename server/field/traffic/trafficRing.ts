import type { Clock } from '../../core/clock.ts';
import type { Tap } from '../ports/port.ts';

const firstSlots = 256;
const firstBytes = 16_384;
/** A longer pause ends a frame: no working line pauses this long within one. */
const gapMs = 50;
const sentFlag = 1;

export type TrafficLimits = { frames: number; bytes: number };

/** One frame, or what was received between two; `atUs` is epoch microseconds of its first byte. */
export type RawFrame = { sequence: number; atUs: number; direction: 'sent' | 'received'; bytes: Uint8Array };

/**
 * The last frames of one line, in two flat buffers that grow up to their limits: a frame costs its bytes and 15 more, and nothing
 * is allocated for it, so that it can stay switched on.
 */
export class TrafficRing implements Tap {
  readonly #clock: Clock;
  #limits: TrafficLimits;
  #times = new Float64Array(firstSlots);
  #places = new Uint32Array(firstSlots);
  #lengths = new Uint16Array(firstSlots);
  #flags = new Uint8Array(firstSlots);
  #bytes = Buffer.allocUnsafeSlow(firstBytes);
  #count = 0;
  /** Slot of the oldest frame, and its number since the line began. */
  #oldest = 0;
  #dropped = 0;
  #end = 0;
  #isOpen = false;

  constructor(clock: Clock, limits: TrafficLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Raises what is kept; never lowers it. */
  allow({ frames, bytes }: TrafficLimits): void {
    this.#limits = { frames: Math.max(frames, this.#limits.frames), bytes: Math.max(bytes, this.#limits.bytes) };
  }

  sent(bytes: Uint8Array): void {
    this.#add(bytes, sentFlag);
    this.#isOpen = false;
  }

  received(bytes: Uint8Array): void {
    const newest = (this.#oldest + this.#count - 1) % this.#times.length;
    const isNear = this.#clock.monotonicMs() - (this.#times[newest] ?? 0) < gapMs;
    if (this.#isOpen && isNear && this.#extend(newest, bytes)) return;
    this.#add(bytes, 0);
    this.#isOpen = true;
  }

  ended(): void {
    this.#isOpen = false;
  }

  /** Oldest first. The bytes are copies. */
  frames(): RawFrame[] {
    const epochMs = this.#clock.now() - this.#clock.monotonicMs();
    return Array.from({ length: this.#count }, (_, i) => {
      const slot = (this.#oldest + i) % this.#times.length;
      const place = this.#places[slot] ?? 0;
      return {
        sequence: this.#dropped + i,
        atUs: Math.round(1000 * (epochMs + (this.#times[slot] ?? 0))),
        direction: this.#flags[slot] === sentFlag ? 'sent' : 'received',
        bytes: Uint8Array.from(this.#bytes.subarray(place, place + (this.#lengths[slot] ?? 0))),
      };
    });
  }

  #add(bytes: Uint8Array, flag: number): void {
    const place = this.#makeRoom(bytes.length);
    if (this.#count === this.#times.length && !this.#growSlots()) this.#forgetOldest();
    const slot = (this.#oldest + this.#count) % this.#times.length;
    this.#times[slot] = this.#clock.monotonicMs();
    this.#places[slot] = place;
    this.#lengths[slot] = bytes.length;
    this.#flags[slot] = flag;
    this.#bytes.set(bytes, place);
    this.#end = place + bytes.length;
    this.#count += 1;
  }

  /** Puts more bytes behind the newest frame, where there is room. */
  #extend(newest: number, bytes: Uint8Array): boolean {
    const length = this.#lengths[newest] ?? 0;
    const isLast = (this.#places[newest] ?? 0) + length === this.#end;
    if (!isLast || length + bytes.length > 4096 || this.#end + bytes.length > this.#bytes.length) return false;
    this.#evict(this.#end, this.#end + bytes.length);
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
    this.#lengths[newest] = length + bytes.length;
    return true;
  }

  /** Where `length` bytes fit in one piece; older frames make way. */
  #makeRoom(length: number): number {
    let place = this.#end;
    if (place + length > this.#bytes.length) {
      const isWrapped = this.#count > 0 && (this.#places[this.#oldest] ?? 0) >= this.#end;
      if (!isWrapped && this.#growBytes(length)) return this.#end;
      // what is behind the wrap is older than what is before it
      this.#evict(place, this.#bytes.length);
      place = 0;
    }
    this.#evict(place, place + length);
    return place;
  }

  /** Forgets frames from the oldest on until none is in [from, to). */
  #evict(from: number, to: number): void {
    while (this.#count > 0) {
      const place = this.#places[this.#oldest] ?? 0;
      const end = place + (this.#lengths[this.#oldest] ?? 0);
      // a frame before `from` is younger, unless the ring has not come round yet
      if (place >= to || end <= from) return;
      this.#forgetOldest();
    }
  }

  #forgetOldest(): void {
    this.#oldest = (this.#oldest + 1) % this.#times.length;
    this.#count -= 1;
    this.#dropped += 1;
  }

  #growBytes(length: number): boolean {
    const wanted = Math.min(this.#limits.bytes, Math.max(2 * this.#bytes.length, this.#end + length));
    if (wanted < this.#end + length) return false;
    const grown = Buffer.allocUnsafeSlow(wanted);
    this.#bytes.copy(grown, 0, 0, this.#end);
    this.#bytes = grown;
    return true;
  }

  #growSlots(): boolean {
    const before = this.#times.length;
    const after = Math.min(this.#limits.frames, 2 * before);
    if (after <= before) return false;
    const unrolled = <T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(old: T, grown: T): T => {
      grown.set(old.subarray(this.#oldest));
      grown.set(old.subarray(0, this.#oldest), before - this.#oldest);
      return grown;
    };
    this.#times = unrolled(this.#times, new Float64Array(after));
    this.#places = unrolled(this.#places, new Uint32Array(after));
    this.#lengths = unrolled(this.#lengths, new Uint16Array(after));
    this.#flags = unrolled(this.#flags, new Uint8Array(after));
    this.#oldest = 0;
    return true;
  }
}
