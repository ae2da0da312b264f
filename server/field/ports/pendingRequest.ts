import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { Failure } from '../../core/fail.ts';
import { isWrite } from '../pdu.ts';
import { type AnswerShape, shapeOf } from './answerShape.ts';
import type { ExchangeOptions } from './port.ts';

export type RequestInFlight = {
  shape: AnswerShape;
  request: Buffer;
  acceptAnyUnit: boolean;
  resolve(answer: Buffer): void;
  fail(failure: Failure): void;
};

/** The one request in flight: accepts it, times it out and settles it exactly once. */
export class PendingRequest {
  readonly #readOnly: () => boolean;
  readonly #onTimeout: (flight: RequestInFlight) => Failure;
  #inFlight: RequestInFlight | null = null;

  /** `onTimeout` says what the silence was, once a last look at the input has brought nothing. */
  constructor(readOnly: () => boolean, onTimeout: (flight: RequestInFlight) => Failure) {
    this.#readOnly = readOnly;
    this.#onTimeout = onTimeout;
  }

  get current(): RequestInFlight | null {
    return this.#inFlight;
  }

  start(
    request: Buffer,
    { timeoutMs, acceptAnyUnit }: ExchangeOptions,
    send: (flight: RequestInFlight) => void,
  ): Promise<Buffer> {
    if (this.#inFlight) return Promise.reject(new Failure('busy', 'a request is already in flight on this line'));
    if (this.#readOnly() && isWrite(request[1] ?? 0))
      return Promise.reject(new Failure('readOnly', sayRemark('fieldReadOnly', {})));
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const end = (): void => {
      clearTimeout(timer);
      if (this.#inFlight === flight) this.#inFlight = null;
    };
    const flight: RequestInFlight = {
      shape: shapeOf(request),
      request,
      acceptAnyUnit,
      resolve: (answer) => {
        end();
        resolve(answer);
      },
      fail: (failure) => {
        end();
        reject(failure);
      },
    };
    // after a stall the timer fires before the input is read: an answer that is already there must win
    const timer = setTimeout(() => {
      setImmediate(() => {
        if (this.#inFlight === flight) flight.fail(this.#onTimeout(flight));
      });
    }, timeoutMs);
    this.#inFlight = flight;
    send(flight);
    return promise;
  }
}
