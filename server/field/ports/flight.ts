import { Failure } from '../../core/fail.ts';
import { type AnswerShape, isWrite, shapeOf } from './answerShape.ts';
import type { ExchangeOptions } from './port.ts';

export type Flight = {
  shape: AnswerShape;
  request: Buffer;
  acceptAnyUnit: boolean;
  land(answer: Buffer): void;
  fail(failure: Failure): void;
};

/** The one request in flight: accepts it, times it out and settles it exactly once. */
export class FlightDeck {
  readonly #readOnly: () => boolean;
  readonly #onTimeout: (flight: Flight) => Failure;
  #flight: Flight | null = null;

  /** `onTimeout` says what the silence was, once a last look at the input has brought nothing. */
  constructor(readOnly: () => boolean, onTimeout: (flight: Flight) => Failure) {
    this.#readOnly = readOnly;
    this.#onTimeout = onTimeout;
  }

  get current(): Flight | null {
    return this.#flight;
  }

  start(request: Buffer, { timeoutMs, acceptAnyUnit }: ExchangeOptions, send: (flight: Flight) => void): Promise<Buffer> {
    if (this.#flight) return Promise.reject(new Failure('busy', 'a request is already in flight on this line'));
    if (this.#readOnly() && isWrite(request[1] ?? 0)) return Promise.reject(new Failure('readOnly', 'the field is read-only'));
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const end = (): void => {
      clearTimeout(timer);
      if (this.#flight === flight) this.#flight = null;
    };
    const flight: Flight = {
      shape: shapeOf(request),
      request,
      acceptAnyUnit,
      land: (answer) => {
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
        if (this.#flight === flight) flight.fail(this.#onTimeout(flight));
      });
    }, timeoutMs);
    this.#flight = flight;
    send(flight);
    return promise;
  }
}
