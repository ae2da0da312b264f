import type { DeviceTemplate } from '../contract/model/deviceTemplates.ts';
import type { Clock } from '../core/clock.ts';
import { Failure, messageOf } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { type SimulatedDevice, tagsOfTemplate } from '../field/simulator/device.ts';
import { identityOfTemplate } from '../field/simulator/identity.ts';
import { Simulator } from '../field/simulator/simulator.ts';
import { pumpDrive } from './layout/beveragePump.ts';
import { valveBoard } from './layout/beverageValves.ts';
import type { DemoChannel, InstrumentedPlant } from './plant.ts';
import { advanceTo } from './process/truth.ts';
import { PumpDrive } from './pumpDrive.ts';
import { truthOf } from './recorder.ts';
import { ValveBoard } from './valveBoard.ts';

const tickMs = 1000;

type Shown = { plant: InstrumentedPlant; channel: DemoChannel; device: SimulatedDevice };
type LineId = { industryId: string; connection: string };

/** The plants on the wire: every device of their layouts as a Modbus TCP device on this machine, showing the present every second. */
export class LivePlants {
  readonly #plants: readonly InstrumentedPlant[];
  readonly #templates: ReadonlyMap<string, DeviceTemplate>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #simulator: Simulator;
  readonly #ports = new Map<string, number>();
  #shown: Shown[] = [];
  #boards: { plant: InstrumentedPlant; board: ValveBoard }[] = [];
  #pumps: PumpDrive[] = [];
  #timer: NodeJS.Timeout | undefined;
  #began: { nowMs: number; monotonicMs: number } | undefined;

  constructor(parts: { plants: readonly InstrumentedPlant[]; templates: readonly DeviceTemplate[]; clock: Clock; log: Log }) {
    this.#plants = parts.plants;
    this.#templates = new Map(parts.templates.map((template) => [template.id, template]));
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#simulator = new Simulator(parts.clock);
  }

  /** Opens the lines, each on the port it had before where that is free. */
  async open(portBefore: (line: LineId) => number | undefined): Promise<void> {
    for (const { industry } of this.#plants) {
      for (const { key: connection } of industry.connections) {
        const line = { industryId: industry.id, connection };
        this.#ports.set(keyOf(line), await this.#openLine(line, portBefore(line)));
      }
    }
  }

  /** The TCP port of a connection. */
  port(line: LineId): number {
    return this.#ports.get(keyOf(line)) ?? 0;
  }

  /** Shows the present from now on. */
  start(): void {
    if (this.#timer) return;
    this.#shown = this.#plants.flatMap((plant) =>
      plant.channels().map((channel) => ({ plant, channel, device: this.#device(plant, channel) })),
    );
    const devices = this.#simulator.lines.flatMap((line) => line.devices);
    const named = (key: string): SimulatedDevice[] => devices.filter(({ name }) => name.endsWith(`.${key}`));
    this.#boards = this.#plants.flatMap((plant) =>
      named(valveBoard.key)
        .filter(({ name }) => name === `${plant.industry.id}.${valveBoard.key}`)
        .map((device) => ({ plant, board: new ValveBoard(device) })),
    );
    this.#pumps = named(pumpDrive.key).map((device) => new PumpDrive(device));
    this.#tick();
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#simulator.stop();
  }

  async #openLine({ industryId, connection }: LineId, portBefore: number | undefined): Promise<number> {
    const plant = this.#plants.find(({ industry }) => industry.id === industryId);
    for (const port of portBefore === undefined ? [0] : [portBefore, 0]) {
      const line = this.#simulator.addLine({ kind: 'tcp', port });
      for (const { key, slaveId, template, connection: on } of plant?.industry.devices ?? [])
        if (on === connection)
          line.addDevice({
            name: `${industryId}.${key}`,
            slaveId,
            tags: tagsOfTemplate(this.#template(template)),
            identity: identityOfTemplate(this.#template(template)),
          });
      try {
        await line.start();
        return line.port;
      } catch (error) {
        if (port === 0) throw error;
        this.#log.info({ connection, port, reason: messageOf(error) }, 'a simulated line moves to another port');
      }
    }
    throw new Failure('unavailable', `no port for the simulated line ${connection}`);
  }

  #template(id: string): DeviceTemplate {
    const template = this.#templates.get(id);
    if (!template) throw new Failure('server', `the demo needs the device template ${id}`);
    return template;
  }

  #device({ industry }: InstrumentedPlant, { device }: DemoChannel): SimulatedDevice {
    const name = `${industry.id}.${device.key}`;
    const found = this.#simulator.lines.findLast((line) => line.devices.some((one) => one.name === name));
    const simulated = found?.devices.find((one) => one.name === name);
    if (!simulated) throw new Failure('server', `the demo has no simulated device ${name}`);
    return simulated;
  }

  /** The plants' own time goes on evenly, however the time of day is set: water does not flow back with a clock. */
  #now(): number {
    const monotonicMs = this.#clock.monotonicMs();
    const nowMs = Math.max(this.#clock.now(), ...this.#plants.map(({ model }) => model.truth.timeMs));
    this.#began ??= { nowMs, monotonicMs };
    return this.#began.nowMs + monotonicMs - this.#began.monotonicMs;
  }

  #tick(): void {
    const nowMs = this.#now();
    for (const pump of this.#pumps) pump.follow(nowMs);
    for (const { plant, board } of this.#boards) {
      board.follow(nowMs);
      plant.model.closed = board.closed;
    }
    for (const { model } of this.#plants) advanceTo(model, nowMs);
    for (const { plant, channel, device } of this.#shown) {
      const { signal, instrument } = channel;
      device.set(signal.tag, instrument.show(truthOf(signal.reading, plant.model, nowMs), nowMs), nowMs);
    }
  }
}

const keyOf = ({ industryId, connection }: LineId): string => `${industryId} ${connection}`;
