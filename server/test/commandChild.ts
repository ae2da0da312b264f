import { randomUUID } from 'node:crypto';
import { decodeSpec } from '../contract/model/field.ts';
import { Bus } from '../core/bus.ts';
import { systemClock } from '../core/clock.ts';
import { createPlc, createWritePoints } from '../features/plc/create.ts';
import { ModbusCommands } from '../field/commands.ts';
import { ModbusGateway } from '../field/gateway.ts';
import { Storage } from '../storage.ts';
import { silent } from './httpRig.ts';
import { plcLine } from './plcLine.ts';
import { asha, pointSpec } from './plcRig.ts';

/** A server's commands without the rest: writes growing values until it is killed, and prints what was answered to each. */
const [, , folder = '', port = '', from = ''] = process.argv;
const storage = new Storage(folder, systemClock, silent);
const gateway = new ModbusGateway({ clock: systemClock, log: silent });
const device = { id: 'plc', name: 'PLC', slaveId: 5, enabled: true };
const commands = new ModbusCommands(gateway);
const devices = { device: () => device, tag: () => undefined, tagsOn: () => [] };
const plc = createPlc({
  writer: storage.writer,
  points: createWritePoints(storage.writer, devices, commands),
  commands,
  devices,
  tags: gateway,
  horns: async () => new Set(),
  inTurn: (act) => act(),
  isSimulated: () => false,
  permissionsNow: () => new Set(['PLC_WRITE']),
  audit: { record: async () => undefined, append: () => undefined, gather: () => undefined },
  bus: new Bus(silent),
  clock: systemClock,
  log: silent,
});
gateway.configure({
  ...plcLine(Number(port)),
  tags: [
    {
      id: 't',
      deviceId: 'plc',
      name: 't',
      kind: 'gauge',
      decode: decodeSpec.parse({ space: 'holding', address: 10, type: 'uint16' }),
      periodMs: 1000,
    },
  ],
});
plc.start();
plc.readOnly.turn(false);
if (plc.points.list('DEMO').length === 0) {
  const place = { space: 'holding', address: 10, type: 'uint16' };
  plc.points.add('DEMO', pointSpec({ scale: 1, max: 65_000, verify: { place, pollMs: 50, timeoutMs: 500 } }), 'point');
}
gateway.start();
for (let value = Number(from); ; value += 1) {
  const commandId = randomUUID();
  const frame = { frameId: 'PUMP.SPEED', slaveId: 5, fn: 6 as const, address: 10, values: [value] };
  const { rows } = await plc.service.write(asha, { deviceId: 'plc', frames: [frame], verify: true, deadlineMs: 2000, commandId });
  process.stdout.write(`${JSON.stringify({ commandId, value, outcome: rows[0]?.outcome })}\n`);
}
