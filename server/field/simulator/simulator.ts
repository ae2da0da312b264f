import { type Clock, systemClock } from '../../core/clock.ts';
import type { SimulatedDevice, SimulatedDeviceOptions } from './device.ts';
import { type LineOptions, SimulatedLine } from './line.ts';

/**
 * A plant of Modbus devices in one process: lines (TCP ports, RTU over TCP, serial paths) with devices on them.
 * Lines and devices may be added while it runs; a line added then is started by its own `start()`.
 */
export class Simulator {
  readonly #clock: Clock;
  readonly #lines: SimulatedLine[] = [];

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  get lines(): readonly SimulatedLine[] {
    return this.#lines;
  }

  addLine(options: LineOptions = { kind: 'tcp' }): SimulatedLine {
    const line = new SimulatedLine(options, this.#clock);
    this.#lines.push(line);
    return line;
  }

  /** A device on a line of its own, with its own TCP port, reached as `line.port`. */
  addDevice(
    options: SimulatedDeviceOptions,
    line: LineOptions = { kind: 'tcp' },
  ): { device: SimulatedDevice; line: SimulatedLine } {
    const own = this.addLine(line);
    return { device: own.addDevice(options), line: own };
  }

  /** Starts every line; if one cannot, all are stopped again and the reason is thrown. */
  async start(): Promise<void> {
    const started = await Promise.allSettled(this.#lines.map((line) => line.start()));
    const failed = started.find((result) => result.status === 'rejected');
    if (!failed) return;
    await this.stop();
    throw failed.reason;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#lines.map((line) => line.stop()));
  }
}
