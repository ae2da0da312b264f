import type { DeviceTemplate } from '../../contract/templates.ts';
import type { Clock } from '../../core/clock.ts';
import type { SimulatedDevice } from './device.ts';

const tickMs = 1000;
const waveMs = 600_000;
const hourMs = 3_600_000;

/**
 * Keeps a device made from a template moving: gauges swing 2 % around their typical value over ten minutes,
 * each in its own phase, counters grow at their usual rate. Returns the function that ends it.
 */
export const animate = (device: SimulatedDevice, template: DeviceTemplate, clock: Clock): (() => void) => {
  const startedMs = clock.now();
  const move = () => {
    const elapsedMs = clock.now() - startedMs;
    for (const [i, { name, kind, typical, typicalPerHour = 0 }] of template.tags.entries()) {
      if (typeof typical !== 'number' || kind === 'state') continue;
      const wave = Math.sin((2 * Math.PI * elapsedMs) / waveMs + i + device.slaveId);
      device.set(name, kind === 'counter' ? typical + (typicalPerHour * elapsedMs) / hourMs : typical * (1 + 0.02 * wave));
    }
  };
  const timer = setInterval(move, tickMs);
  return () => clearInterval(timer);
};
