import { ManualClock } from '../core/clock.ts';
import type { CommandRequest } from '../features/plc/commandRequest.ts';
import type { CommandRow, WritePoint } from '../features/plc/model.ts';
import { RawWindows } from '../features/plc/rawWindows.ts';
import { type PlcParts, PlcService } from '../features/plc/service.ts';
import { FakeCommands } from './fakeCommands.ts';
import { silent } from './httpRig.ts';
import { asha, type pointSpec } from './plcRig.ts';

export const pointOf = (spec: ReturnType<typeof pointSpec>, id = 'p'): WritePoint => ({
  ...spec,
  id,
  industryId: 'DEMO',
  version: 1,
});

/** A service whose commands are kept and not carried out. */
export const rigOf = (...points: WritePoint[]) => {
  const commands = new FakeCommands();
  const asked: CommandRequest[] = [];
  const looked: string[] = [];
  const forgotten: string[] = [];
  const held = {
    canLook: true,
    /** What becomes of the next command. */
    row: {} as Partial<CommandRow>,
    permissions: new Set(['PLC_WRITE', 'COMMISSIONING', 'RELAY_CONTROL']) as ReadonlySet<string> | null,
  };
  const devices = {
    device: (industryId: string, id: string) =>
      industryId === 'DEMO' && id === 'plc' ? { id, name: 'PLC', slaveId: 5, enabled: true } : undefined,
    tag: () => undefined,
  };
  const windows = new RawWindows(devices, new ManualClock(0), commands);
  const find = (industryId: string, id: string) => points.find((one) => one.industryId === industryId && one.id === id);
  const service = new PlcService({
    commander: {
      run: async (_: unknown, wanted: CommandRequest) => {
        asked.push(wanted);
        return wanted.frames.map(({ frameId }) => ({ frameId, ...held.row }) as CommandRow);
      },
    },
    commands,
    journal: { findByCommand: () => [] },
    points: {
      find,
      at: (_: string, deviceId: string, fn: number, address: number) =>
        points.find((one) => one.deviceId === deviceId && one.fn === fn && one.address === address),
    },
    windows,
    valves: {
      look: async ({ id }: WritePoint) => {
        if (!held.canLook) throw new Error('the line is down');
        looked.push(id);
      },
      forget: ({ id }: WritePoint) => void forgotten.push(id),
    },
    devices,
    permissionsNow: () => held.permissions,
    clock: new ManualClock(0),
    log: silent,
  } as unknown as PlcParts);
  const write = async (frames: Parameters<PlcService['write']>[1]['frames'], more: object = {}, by = asha) => {
    const answer = await service.write(by, { deviceId: 'plc', frames, verify: true, deadlineMs: 5000, ...more });
    return { answer, wanted: asked.at(-1) as CommandRequest };
  };
  return { service, commands, asked, looked, forgotten, held, windows, points, write };
};
