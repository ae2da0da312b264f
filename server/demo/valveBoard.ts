import type { SimulatedDevice } from '../field/simulator/device.ts';
import { demoValves } from './layout/beverageValves.ts';

const TRAVEL_MS = 3000;
const relayOf = (relay: number): string => `Relay ${relay + 1}`;

type Position = { isOpen: boolean; sinceMs: number };

/** The drives behind a relay board: each valve leaves one end switch at once and reaches the other after its time of travel. */
export class ValveBoard {
  readonly #device: SimulatedDevice;
  readonly #positions = new Map<string, Position>();
  /** Valves whose drive has reached its closed end. */
  readonly closed = new Set<string>();

  /** Both valves are open when the plant starts: water has flowed through them until now. */
  constructor(device: SimulatedDevice) {
    this.#device = device;
    for (const { relay } of demoValves) device.set(relayOf(relay), 1);
  }

  /** Moves what its relays ask for. */
  follow(nowMs: number): void {
    for (const { key, relay, openInput, closedInput } of demoValves) {
      const isOpen = this.#device.get(relayOf(relay)) === 1;
      const known = this.#positions.get(key);
      // at the start it is where its relay has it
      const sinceMs = known === undefined ? nowMs - TRAVEL_MS : known.isOpen === isOpen ? known.sinceMs : nowMs;
      this.#positions.set(key, { isOpen, sinceMs });
      // a clock that was set back does not stop a valve on its way
      const hasArrived = Math.abs(nowMs - sinceMs) >= TRAVEL_MS;
      this.#device.define('discrete', openInput, [hasArrived && isOpen ? 1 : 0]);
      this.#device.define('discrete', closedInput, [hasArrived && !isOpen ? 1 : 0]);
      if (hasArrived && !isOpen) this.closed.add(key);
      else this.closed.delete(key);
    }
  }
}
