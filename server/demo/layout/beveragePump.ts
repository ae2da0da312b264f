import { type WritePointSpec, writePointSpec } from '../../contract/model/writePoint.ts';
import { idIn } from '../setup.ts';
import type { DemoDevice } from './model.ts';

/** The drive of the pump that feeds the process from the treated water tank. */
export const pumpDrive: DemoDevice = {
  key: 'processPump',
  name: 'Process pump drive',
  template: 'headworks-pump-drive',
  connection: 'process',
  slaveId: 21,
  signals: [],
};

/** Whose level the pump needs before it may be given a speed. */
export const suctionLevel = { device: 'treatedTankLevel', tag: 'Level' } as const;

/** The speed that a technician of the demo may set, by id; `levelTagId` is the tag of the tank it draws from. */
export const pumpPoint = (industryId: string, levelTagId: string): readonly [id: string, spec: WritePointSpec] => [
  idIn(industryId, 'processPumpSpeed'),
  writePointSpec.parse({
    deviceId: idIn(industryId, pumpDrive.key),
    name: 'Process pump speed',
    asset: 'PROCESS_PUMP',
    kind: 'setpoint',
    fn: 6,
    address: 0,
    type: 'uint16',
    scale: 0.1,
    measure: 'Hz',
    min: 20,
    max: 50,
    step: 0.5,
    minIntervalMs: 2000,
    confirmText: 'The pump feeds all three lines: 20 to 50 Hz.',
    interlocks: [{ tagId: levelTagId, is: 'above', value: 0.3, text: 'level of the treated water tank' }],
    verify: {
      place: { space: 'input', address: 0, type: 'uint16', scale: 0.1 },
      within: 0.5,
      pollMs: 500,
      timeoutMs: 20_000,
    },
    failSafe: { value: 20, text: 'the drive keeps its last speed; 20 Hz is safe by hand' },
  }),
];
