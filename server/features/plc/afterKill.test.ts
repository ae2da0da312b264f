import { expect, it, vi } from 'vitest';
import { ModbusCommands } from '../../field/commands.ts';
import { frame, type PlcRig, pointSpec } from '../../test/plcRig.ts';
import { start } from '../../test/startedPlc.ts';
import type { CommandRow } from './model.ts';

/** Copies the last command as one that was not decided before a kill, and given raw. */
const leave = (rig: PlcRig, id: string, more: Partial<CommandRow>): void => {
  const [row] = rig.plc.journal.list({
    industryId: 'DEMO',
    beforeMs: Number.MAX_SAFE_INTEGER,
    pointId: null,
    deviceId: null,
    outcome: null,
    limit: 1,
  });
  if (!row) throw new Error('no command was given');
  rig.storage.writer.run((tx) => rig.plc.journal.add(tx, { ...row, id, commandId: id, pointId: null, rawBack: '', ...more }));
};

it.each<[string, Partial<CommandRow>]>([
  ['was sent', { outcome: null, sent: false, settledAtMs: null }],
  ['stayed unknown', { outcome: 'UNKNOWN' }],
])('what shows proves no lost answer after a start where a frame to the same register %s before the kill', async (_, more) => {
  const rig = await start();
  rig.plc.points.add('DEMO', pointSpec());
  expect(await rig.write([frame()])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
  leave(rig, 'killed', more);
  await rig.halt();
  rig.device.set('Speed', 0);
  const send = ModbusCommands.prototype.write;
  const lost = vi.spyOn(ModbusCommands.prototype, 'write').mockImplementation(async function (this: ModbusCommands, ...args) {
    const sent = await send.apply(this, args);
    return sent.kind === 'answered' ? { kind: 'unknown', reason: 'no answer' } : sent;
  });
  await rig.run();
  expect(await rig.write([frame()])).toMatchObject([
    { outcome: 'UNKNOWN', error: expect.stringMatching(/may be of before or of an earlier command$/) },
  ]);
  rig.passedMs += 60_000;
  rig.device.set('Speed', 0);
  expect(await rig.write([frame()])).toMatchObject([{ outcome: 'CONFIRMED' }]);
  lost.mockRestore();
});
