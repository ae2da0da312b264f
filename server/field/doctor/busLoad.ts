import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { FieldDevice, FieldTag } from '../../core/field/field.ts';
import { pauseMs, wireMs } from '../polling/line.ts';
import { maxGapRegisters, planReads } from '../polling/readPlan.ts';

/** Time from a request's end to its answer's begin where none was measured. */
const usualTurnaroundMs = 20;

/**
 * Share of a line's time, in percent, that reading its tags takes: the sum over all blocks of the time of one read by its period. The
 * time on the wire is known on a serial line; behind a network only the turnaround counts.
 */
export const busLoadPct = (
  settings: ConnectionSettings,
  devices: readonly { device: FieldDevice; tags: readonly FieldTag[]; turnaroundMs?: number | undefined }[],
): number => {
  const line = { maxGapRegisters: maxGapRegisters(settings, usualTurnaroundMs) };
  let load = 0;
  for (const { device, tags, turnaroundMs = usualTurnaroundMs } of devices) {
    for (const { space, address, count, periodMs } of planReads(tags, device.limits, line)) {
      const readMs = wireMs(settings, { kind: 'read', space, address, count }) + turnaroundMs + pauseMs(settings);
      load += readMs / periodMs;
    }
  }
  return Math.round(1000 * load) / 10;
};
