import type { DecodeSpec, Space } from '../../contract/model/field.ts';

export type FieldRead = { space: Space; address: number; count: number };

export type FieldWrite =
  | { kind: 'writeCoil'; address: number; value: boolean }
  | { kind: 'writeCoils'; address: number; values: boolean[] }
  | { kind: 'writeRegister'; address: number; value: number }
  | { kind: 'writeRegisters'; address: number; values: number[] }
  | { kind: 'maskRegister'; address: number; andMask: number; orMask: number };

/** What is known of a frame: `unsent` never left, `refused` the device said no, `unknown` it may have been carried out. */
export type WriteResult =
  | { kind: 'answered' }
  /** `mayBeAnothers`: on a line without transaction ids it may have been meant for another request. */
  | { kind: 'refused'; exception: number; reason: string; mayBeAnothers?: boolean }
  | { kind: 'unsent'; reason: string }
  | { kind: 'unknown'; reason: string };

export type ReadResult =
  | { kind: 'answered'; words: readonly number[] }
  | { kind: 'refused'; exception: number; reason: string }
  | { kind: 'failed'; reason: string };

/** `at`: host and port, or serial port. */
export type DevicePlace = { line: string; at: string; slaveId: number };

/** How features send something to a device; implemented in `field`. Each call puts at most one frame on the wire. */
export interface FieldCommands {
  /** Epoch-independent: not sent after so many milliseconds from now. */
  read(deviceId: string, read: FieldRead, withinMs: number): Promise<ReadResult>;
  /** `refusal` is asked when the frame is about to leave: a reason keeps it from doing so. */
  write(deviceId: string, write: FieldWrite, withinMs: number, refusal?: () => string | null): Promise<WriteResult>;
  /** Registers of a value, or 0/1 of a bit. @throws Failure `parameter` when they cannot hold it. */
  encode(spec: DecodeSpec, value: number): number[];
  /** The value that registers show; null where they hold none. */
  decode(spec: DecodeSpec, words: readonly number[]): number | null;
  /** Where a device is: those of one line answer one after the other. undefined where it is not in service. */
  placeOf(deviceId: string): DevicePlace | undefined;
  readonly isReadOnly: boolean;
  /** The switch in the port itself: no request that changes a device leaves while it is on. */
  setReadOnly(isReadOnly: boolean): void;
  /** A line has (again) a connection to these devices. Returns the function that ends the subscription. */
  onLineUp(listener: (deviceIds: readonly string[]) => void): () => void;
}
