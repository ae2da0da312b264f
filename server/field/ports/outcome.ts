import type { FieldQuality } from '../../contract/model/field.ts';
import type { Failure } from '../../core/fail.ts';

type RetryDelay = (retry: number) => number;

/** What a failed read says about its tags and its device, and whether asking again at once may help. */
export type FailedRead = {
  quality: FieldQuality;
  /** The device itself answered, if only with a refusal: it is not counted as silent. */
  isAlive: boolean;
  retries: number;
  /** Wait before retry 0, 1, ... */
  retryDelayMs: RetryDelay;
};

const atOnce: RetryDelay = () => 0;
const after1s: RetryDelay = () => 1000;
const doubling: RetryDelay = (retry) => 100 * 2 ** retry;

const alive = (quality: FieldQuality, retries = 0, retryDelayMs = atOnce): FailedRead => ({
  quality,
  isAlive: true,
  retries,
  retryDelayMs,
});
const silent = (quality: FieldQuality, retries = 0): FailedRead => ({ quality, isAlive: false, retries, retryDelayMs: atOnce });

const failing = alive('BAD_DEVICE', 1);

/** By Modbus exception code; any other is of a device that fails. */
const exceptions: Record<number, FailedRead> = {
  // a single refusal may be a device that is starting, or noise
  1: alive('BAD_CONFIG', 1),
  2: alive('BAD_CONFIG', 1),
  3: alive('BAD_CONFIG', 1),
  4: failing,
  5: alive('UNCERTAIN', 1, after1s),
  6: alive('UNCERTAIN_BUSY', 3, doubling),
  // the gateway answered, the device behind it did not
  10: silent('BAD_GATEWAY'),
  11: silent('BAD_NO_DEVICE'),
};

const faults: Record<string, FailedRead> = {
  crc: silent('BAD_CRC', 1),
  badAnswer: silent('BAD_ANSWER'),
};

/** The field's error table (what to do after which fault). Null: the device was not asked, or the line broke. */
export const outcomeOf = (failure: Failure, isRtu: boolean): FailedRead | null => {
  if (failure.code === 'exception') return exceptions[failure.details.exception ?? 0] ?? failing;
  if (failure.code === 'timeout') return silent('BAD_TIMEOUT', isRtu ? 1 : 0);
  return faults[failure.code] ?? null;
};

/** The device does not know the address, or not so many registers at once. */
export const isRefusedAddress = ({ code, details }: Failure): boolean =>
  code === 'exception' && (details.exception === 2 || details.exception === 3);

const ofTheWholeDevice = new Set([5, 6, 10, 11]);

/** A refusal that may be of some registers only, for which others of the same request need not be lost. */
export const mayBeOfSome = ({ code, details }: Failure): boolean =>
  code === 'exception' && !ofTheWholeDevice.has(details.exception ?? 0);
