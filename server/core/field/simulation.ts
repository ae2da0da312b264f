import type { DeviceTemplate } from '../../contract/model/deviceTemplates.ts';
import type { DecodeSpec, TagKind } from '../../contract/model/field.ts';

/** One value of a simulated device. */
export type SimulatedSignal = {
  name: string;
  kind: TagKind;
  decode: DecodeSpec;
  /** Where it may begin, the best first: the first one that its registers can hold is taken. */
  candidates: readonly (number | string)[];
  /** By how much a counter grows in an hour. */
  perHour: number;
};

/** What a simulated device does wrong, for training: never answers, answers late, refuses, sends noise. */
export type TrainingFault = 'dead' | 'slow' | 'busy' | 'garbage';

export type SimulatedTwin = {
  /** TCP port on the loopback address. */
  port: number;
  values(): { name: string; value: number | string | null }[];
  /** Sets a value and keeps it there. @throws Failure `parameter` for a name it has not, and a value its registers cannot hold. */
  set(name: string, value: number | string): void;
  /** One fault, or none. */
  fail(fault: TrainingFault | null): void;
  stop(): Promise<void>;
};

/** How features start simulated devices; implemented in `field`, handed over by the composition root. */
export interface TwinHost {
  /** Serves a device on a free loopback port. @throws Failure `linkDown` when there is none. */
  start(device: {
    name: string;
    slaveId: number;
    framing: 'tcp' | 'rtuTcp';
    signals: readonly SimulatedSignal[];
    /** What it says of itself when it is asked. */
    model?: Pick<DeviceTemplate, 'manufacturer' | 'model' | 'identity'> | undefined;
  }): Promise<SimulatedTwin>;
}
