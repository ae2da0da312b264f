import { decodeSpec } from '../../contract/model/field.ts';
import { Failure } from '../../core/fail.ts';
import type { SimulatedDevice } from './device.ts';
import type { SimulatedLine } from './line.ts';
import type { ReplayTarget } from './replay.ts';

/** `COLUMN=UNIT:TAG` for devices that are on the line already. */
export const columnsByMap = (maps: readonly string[], line: SimulatedLine): Record<string, ReplayTarget> =>
  Object.fromEntries(
    maps.map((map) => {
      const at = map.lastIndexOf('=');
      const column = map.slice(0, Math.max(0, at));
      const [, unit = '', tag = ''] = /^(\d+):(.+)$/.exec(map.slice(at + 1)) ?? [];
      const device = line.devices.find(({ slaveId }) => slaveId === Number(unit));
      if (!device) throw new Failure('parameter', `--map ${map}: write COLUMN=UNIT:TAG with a unit that is served`);
      if (!device.tagNames.includes(tag))
        throw new Failure('parameter', `--map ${map}: ${device.name} has ${device.tagNames.join(', ')}`);
      return [column, { device, tag }];
    }),
  );

/** Registers of one column: a counter in a float32 would lose its litres. */
const registersPerColumn = 4;

/** A device that serves each column as a float64 in holding registers, in the order of the columns. */
export const recorderDevice = (line: SimulatedLine, slaveId: number, columns: readonly string[]): SimulatedDevice =>
  line.addDevice({
    slaveId,
    name: 'recording',
    tags: columns.map((name, i) => ({
      name,
      kind: 'gauge',
      decode: decodeSpec.parse({ space: 'holding', address: registersPerColumn * i, type: 'float64' }),
      initial: 0,
    })),
  });
