import type { Failure } from '../../core/fail.ts';
import type { LooseFrame } from './frameSniffer.ts';

export type ExchangeOptions = {
  timeoutMs: number;
  /** Takes the answer from any unit id: some TCP gateways answer as 0 or 255. Serial framing never does. */
  acceptAnyUnit: boolean;
};

/** Counted for the life of the line, over all its connections. */
export type PortCounters = { lateAnswers: number; bytesDropped: number; violations: number };

/** Receives every byte of a line. Called on the way of each request: it copies what it keeps, and does nothing else. */
export type Tap = {
  sent(bytes: Uint8Array): void;
  received(bytes: Uint8Array): void;
  /** What was received up to here is one frame, or what was left of one. */
  ended(): void;
};

/** Follows what comes over a line whose answers carry no number. Called on the way of each frame. */
export type LineWatch = {
  /** The answer that was taken for the request in flight: unit, function code, data, CRC. */
  answered(frame: Buffer): void;
  /** A frame that answers nothing. `isInstead`: it is all that came where an answer was awaited. */
  loose(frame: LooseFrame, isInstead: boolean): void;
};

export type PortDeps = {
  tap?: Tap;
  watch?: LineWatch;
  counters: PortCounters;
  /** Function codes that change a device are refused while this answers true. */
  readOnly: () => boolean;
  /** 0 up to 1, not 1. */
  random: () => number;
  /** The connection is lost; called once. `linkDown`: the peer or the medium ended it; another code: the port itself did, and why. */
  onClosed: (reason: Failure) => void;
};

/**
 * One connection, used once: it opens, serves one request at a time, and closes. Every request settles within
 * its timeout + 250 ms, and at once when the connection ends.
 */
export interface StrictPort {
  readonly isOpen: boolean;
  /** Modbus TCP recognises late answers by transaction id; RTU cannot, and has to be drained after a failure. */
  readonly framing: 'mbap' | 'rtu';
  /** Fails with `linkDown`. */
  open(): Promise<void>;
  /**
   * Sends a request and answers with the device's reply, checked against the request, exceptions included. Both are
   * unit, function code, data, CRC. Fails with linkDown, timeout, crc, badAnswer, busy (one is already in flight) or readOnly.
   */
  exchange(frame: Buffer, options: ExchangeOptions): Promise<Buffer>;
  /** Waits until the line has been silent, throwing away what comes. */
  drain(): Promise<void>;
  /** Ends the connection without waiting for the peer; a request in flight fails with `reason`. May be called twice. */
  close(reason: Failure): Promise<void>;
}
