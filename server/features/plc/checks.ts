import { sayRemark } from '../../contract/model/commandRemarks.ts';
import type { WritePointSpec } from '../../contract/model/writePoint.ts';
import { bitsOf } from './frames.ts';

/** Why a value is refused before anything is sent; null when it is not. */
type Refusal = string | null;

const TOLERANCE = 1e-9;
const SCANS = 2;
const RAW_INTERVAL_MS = 1000;

/** What lies between a number and the float32 next to it, at most, by its size. */
const FLOAT32_SHARE = 1.2e-7;

type Limits = Pick<WritePointSpec, 'min' | 'max' | 'step'> & { type?: WritePointSpec['type'] };

/** A float32 register holds 0.1 as 0.10000000149: that is no other value. */
export const refuseValue = (value: number, { min, max, step, type }: Limits): Refusal => {
  if (!Number.isFinite(value)) return sayRemark('notANumber', {});
  const share = type === 'float32' ? FLOAT32_SHARE : 0;
  const [least, most] = [min - share * Math.abs(min), max + share * Math.abs(max)];
  if (value < least || value > most) return sayRemark('outside', { value, min, max });
  if (step === null) return null;
  const steps = (value - min) / step;
  const rounding = Math.max(1e-6, (share * Math.abs(value)) / step);
  return Math.abs(steps - Math.round(steps)) > rounding ? sayRemark('notAStep', { value, step, min }) : null;
};

type PointFault = { path: string; message: string };

const PAST_END = 'runs past the last address';
const isPastEnd = ({ address, type }: Pick<WritePointSpec, 'address' | 'type'>): boolean =>
  address + (type === 'uint32' || type === 'int32' || type === 'float32' ? 2 : 1) > 65_536;

/** A read-back that reads nothing, or that any value passes, would confirm what was never carried out. */
const verifyFaults = ({ verify, valve, min, max }: WritePointSpec): PointFault[] => {
  if (!verify) return [];
  const { place, within } = verify;
  const faults: PointFault[] = [];
  const refuse = (path: string, message: string): number => faults.push({ path: `verify.${path}`, message });
  if ((place.space === 'coil' || place.space === 'discrete') && place.type !== 'bool')
    refuse('place.type', `${place.space} holds bits; use bool`);
  if (place.scale === 0) refuse('place.scale', 'must not be 0');
  if (isPastEnd(place)) refuse('place.address', PAST_END);
  if (within > 0 && within >= max - min) refuse('within', 'must be less than max - min, else every value confirms');
  else if (valve && within > 0 && within >= Math.abs(valve.openValue - valve.closeValue) / 2)
    refuse('within', 'must be less than half of what lies between openValue and closeValue, else one way confirms the other');
  return faults;
};

const isOfBits = (value: number, bits: number): boolean => Number.isInteger(value) && (value & ~bits) === 0;

const valveFaults = ({ valve, ...spec }: WritePointSpec): PointFault[] => {
  if (!valve) return [];
  const { openValue, closeValue, openFeedback, closedFeedback } = valve;
  const bits = bitsOf(spec);
  const faults: PointFault[] = [];
  const refuse = (path: string, message: string): number => faults.push({ path: `valve.${path}`, message });
  for (const [path, value] of [['openValue', openValue] as const, ['closeValue', closeValue] as const]) {
    const refusal = refuseValue(value, spec);
    if (refusal !== null) refuse(path, refusal);
    else if (bits !== null && !isOfBits(value, bits)) refuse(path, 'holds bits that max does not have: they are not written');
  }
  if (openValue === closeValue) refuse('closeValue', 'is the openValue: to open it would close it');
  const places = [openFeedback, closedFeedback].map((one) => one && `${one.space} ${one.address} ${one.on}`);
  if (openFeedback && places[0] === places[1]) refuse('closedFeedback', 'is the openFeedback: it would be at both ends at once');
  return faults;
};

/** What keeps a write point from doing what it is for, whatever its device holds. */
export const pointFaults = (spec: WritePointSpec): PointFault[] => [
  ...(spec.scale === 0 ? [{ path: 'scale', message: 'must not be 0' }] : []),
  ...(isPastEnd(spec) ? [{ path: 'address', message: PAST_END }] : []),
  ...verifyFaults(spec),
  ...valveFaults(spec),
];

/** The last value that was sent to a point, and how long ago. */
export type LastSent = { value: number | null; passedMs: number };

export const refuseTooSoon = (
  value: number,
  { minIntervalMs, maxRatePerMinute }: Pick<WritePointSpec, 'minIntervalMs' | 'maxRatePerMinute'>,
  last: LastSent | undefined,
): Refusal => {
  if (!last) return null;
  const { passedMs } = last;
  if (passedMs < minIntervalMs) return sayRemark('tooSoon', { passed: Math.round(passedMs), interval: minIntervalMs });
  if (maxRatePerMinute === null || last.value === null) return null;
  const allowed = (maxRatePerMinute * passedMs) / 60_000;
  return Math.abs(value - last.value) > allowed + TOLERANCE
    ? sayRemark('tooFast', {
        change: Math.abs(value - last.value),
        seconds: Math.round(passedMs / 1000),
        most: maxRatePerMinute,
      })
    : null;
};

/**
 * Raw frames go to a device at most once a second, whoever sends them: a typing error repeated by a loop must not wear out its memory.
 * @param endedAtMs when the one before was answered or given up, on the clock of `nowMs`.
 */
export const refuseRawTooSoon = (endedAtMs: number | undefined, nowMs: number): Refusal =>
  endedAtMs !== undefined && nowMs - endedAtMs < RAW_INTERVAL_MS
    ? sayRemark('rawTooSoon', { passed: Math.round(nowMs - endedAtMs), interval: RAW_INTERVAL_MS })
    : null;

export type ConditionValue = { value: number | string | null; quality: string; lastGoodAtMs: number | null; periodMs: number };

const unmet = {
  below: 'interlockBelow',
  above: 'interlockAbove',
  equal: 'interlockEqual',
  notEqual: 'interlockNotEqual',
} as const;

/** Read from a float32, or multiplied by a scale, 2.1 is 2.0999999: it is at its limit all the same. */
const isSame = (value: number, limit: number): boolean => Math.abs(value - limit) <= FLOAT32_SHARE * Math.abs(limit);

/** Interlocks hold on fresh, good values only: what is not known is unsafe. */
export const refuseInterlock = (
  { is, value: limit, text }: WritePointSpec['interlocks'][number],
  tag: ConditionValue | undefined,
  nowMs: number,
): Refusal => {
  if (!tag || typeof tag.value !== 'number' || tag.quality !== 'GOOD' || tag.lastGoodAtMs === null)
    return sayRemark('interlockUnknown', { interlock: text });
  const ageMs = nowMs - tag.lastGoodAtMs;
  // a clock that was set back makes old values young: until the next one comes its age is not known
  if (ageMs < 0) return sayRemark('interlockAgeUnknown', { interlock: text });
  if (ageMs > SCANS * tag.periodMs) return sayRemark('interlockOld', { interlock: text, seconds: Math.round(ageMs / 1000) });
  const isAtLimit = isSame(tag.value, limit);
  const holds = {
    below: !isAtLimit && tag.value < limit,
    above: !isAtLimit && tag.value > limit,
    equal: isAtLimit,
    notEqual: !isAtLimit,
  }[is];
  return holds ? null : sayRemark(unmet[is], { interlock: text, value: tag.value, limit });
};
