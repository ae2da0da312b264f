import type { SimulatedDevice } from '../field/simulator/device.ts';

const RAMP_HZ_PER_S = 4;

/** The drive behind a speed set-point: its actual speed follows on a ramp. */
export class PumpDrive {
  readonly #device: SimulatedDevice;
  #lastMs: number | undefined;

  constructor(device: SimulatedDevice) {
    this.#device = device;
  }

  follow(nowMs: number): void {
    const [wanted, actual] = [Number(this.#device.get('Speed set-point')), Number(this.#device.get('Actual speed'))];
    // a clock that was set back takes no speed away
    const most = (RAMP_HZ_PER_S * Math.max(0, nowMs - (this.#lastMs ?? nowMs))) / 1000;
    this.#lastMs = nowMs;
    this.#device.set('Actual speed', actual + Math.min(most, Math.max(-most, wanted - actual)));
  }
}
