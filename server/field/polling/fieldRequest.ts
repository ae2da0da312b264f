import type { Clock } from '../../core/clock.ts';
import type { Failure } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import type { Tap } from '../ports/port.ts';
import type { ConnectGate } from './connectGate.ts';
import type { Lane } from './lanes.ts';
import type { LinkAnswer, UnitRequest } from './link.ts';

export type ChannelDeps = {
  clock: Clock;
  log: Log;
  /** 0 up to 1. */
  random: () => number;
  gate: ConnectGate;
  readOnly: () => boolean;
  tap?: Tap;
};

/** `isAfterOutage`: the line was away, not just opened anew by ourselves. */
export type ChannelEvents = { onReady: (isAfterOutage: boolean) => void; onDown: (reason: Failure) => void };

export type FieldRequest = UnitRequest & {
  lane: Lane;
  /** Monotonic ms. Commands are not sent after it (5 s from now where absent); polls go in its order. */
  deadlineMs?: number;
  /** Asked just before the request's turn; false cancels it. */
  isWanted?: () => boolean;
};

/** A request that waits for its turn on the line. */
export type WaitingRequest = {
  request: FieldRequest;
  lane: Lane;
  deadlineMs: number;
  isWanted: (() => boolean) | undefined;
  resolve: (answer: LinkAnswer) => void;
  reject: (failure: Failure) => void;
  /** Sent before over a connection that its device closed. */
  isSecond?: boolean;
};
