import type { TagKind } from '../../contract/model/field.ts';
import type { Clock } from '../../core/clock.ts';
import { isFailure } from '../../core/fail.ts';
import { HOUR_MS } from '../../core/time.ts';
import type { SimulatedDevice } from './device.ts';

const tickMs = 1000;
const waveMs = 600_000;

export type MovingTag = { name: string; kind: TagKind; typical: number | string; typicalPerHour?: number | undefined };

/** A value that its registers cannot hold is not shown: the last one stays. */
const show = (device: SimulatedDevice, name: string, value: number): void => {
  try {
    device.set(name, value);
  } catch (error) {
    if (!isFailure(error, 'parameter')) throw error;
  }
};

/**
 * Keeps a simulated device moving: gauges swing 2 % around their typical value over ten minutes,
 * each in its own phase, counters grow at their usual rate. Returns the function that ends it.
 */
export const animate = (device: SimulatedDevice, { tags }: { tags: readonly MovingTag[] }, clock: Clock): (() => void) => {
  const startedMs = clock.now();
  const move = () => {
    const elapsedMs = clock.now() - startedMs;
    for (const [i, { name, kind, typical, typicalPerHour = 0 }] of tags.entries()) {
      if (typeof typical !== 'number' || kind === 'state') continue;
      const wave = Math.sin((2 * Math.PI * elapsedMs) / waveMs + i + device.slaveId);
      show(device, name, kind === 'counter' ? typical + (typicalPerHour * elapsedMs) / HOUR_MS : typical * (1 + 0.02 * wave));
    }
  };
  const timer = setInterval(move, tickMs);
  return () => clearInterval(timer);
};
