import type { Clock } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/fail.ts';
import type { SimulatedSignal, SimulatedTwin, TrainingFault, TwinHost } from '../../core/field/simulation.ts';
import { encodeValue } from '../decode/encode.ts';
import { animate, type MovingTag } from './animate.ts';
import type { SimulatedDevice } from './device.ts';
import type { WireFault } from './faults.ts';
import { identityOfTemplate } from './identity.ts';
import { Simulator } from './simulator.ts';

const serverDeviceBusy = 6;

const faults: Readonly<Record<TrainingFault, WireFault>> = {
  dead: { kind: 'dead' },
  slow: { kind: 'slow', delayMs: 800 },
  busy: { kind: 'exception', code: serverDeviceBusy },
  garbage: { kind: 'garbage', every: 3 },
};

const canHold = ({ decode }: SimulatedSignal, value: number | string): boolean => {
  try {
    encodeValue(decode, value);
    return true;
  } catch (error) {
    if (isFailure(error, 'parameter')) return false;
    throw error;
  }
};

const beginningOf = (signal: SimulatedSignal): number | string => {
  const empty = signal.decode.type === 'string' ? '' : 0;
  return [...signal.candidates, empty, signal.decode.offset].find((value) => canHold(signal, value)) ?? empty;
};

/** Simulated devices on loopback ports, each a Modbus device like any other. */
export class LoopbackTwins implements TwinHost {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async start({ name, slaveId, framing, signals, model }: Parameters<TwinHost['start']>[0]): Promise<SimulatedTwin> {
    const simulator = new Simulator(this.#clock);
    const begun = signals.map((signal) => ({ ...signal, typical: beginningOf(signal), typicalPerHour: signal.perHour }));
    const tags = begun.map(({ name: tag, kind, decode, typical }) => ({ name: tag, kind, decode, initial: typical }));
    const { device, line } = simulator.addDevice(
      { name, slaveId, tags, holes: 'zero', identity: model && identityOfTemplate(model) },
      { kind: framing },
    );
    await simulator.start();
    const moving: MovingTag[] = [...begun];
    const stopMoving = animate(device, { tags: moving }, this.#clock);
    return {
      port: line.port,
      values: () => device.tagNames.map((tag) => ({ name: tag, value: device.get(tag) })),
      set: (tag, value) => {
        refuseText(device, tag, value);
        device.set(tag, value);
        const place = moving.findIndex((one) => one.name === tag);
        // a state does not move
        moving[place] = { name: tag, kind: 'state', typical: value };
      },
      fail: (fault) => {
        device.clear();
        if (fault) device.inject(faults[fault]);
      },
      stop: async () => {
        stopMoving();
        await simulator.stop();
      },
    };
  }
}

/** A number's registers take no text, and a text's no number. */
const refuseText = (device: SimulatedDevice, tag: string, value: number | string): void => {
  if (!device.tagNames.includes(tag)) throw new Failure('parameter', `there is no tag ${tag}`);
  if (typeof device.get(tag) === 'string' && typeof value !== 'string') throw new Failure('parameter', `${tag} takes a text`);
};
