import { Failure } from '../../core/fail.ts';
import type { SimulatedFault } from './faults.ts';

type Shape = { usage: string; make(rest: string[], number: (place: number) => number): SimulatedFault };

const shapes: Readonly<Record<SimulatedFault['kind'], Shape>> = {
  dead: { usage: 'dead:UNIT', make: () => ({ kind: 'dead' }) },
  slow: { usage: 'slow:UNIT:MS', make: (_, number) => ({ kind: 'slow', delayMs: number(0) }) },
  late: { usage: 'late:UNIT:MS:EVERY', make: (_, number) => ({ kind: 'late', delayMs: number(0), every: number(1) }) },
  garbage: { usage: 'garbage:UNIT:EVERY', make: (_, number) => ({ kind: 'garbage', every: number(0) }) },
  wrongUnit: { usage: 'wrongUnit:UNIT', make: () => ({ kind: 'wrongUnit' }) },
  exception: { usage: 'exception:UNIT:CODE', make: (_, number) => ({ kind: 'exception', code: number(0) }) },
  flapping: {
    usage: 'flapping:UNIT:UP_MS:DOWN_MS',
    make: (_, number) => ({ kind: 'flapping', upMs: number(0), downMs: number(1) }),
  },
  stuck: { usage: 'stuck:UNIT:TAG', make: ([tag = '']) => ({ kind: 'stuck', tag }) },
  counterRollover: {
    usage: 'counterRollover:UNIT:TAG:MODULUS',
    make: ([tag = ''], number) => ({ kind: 'counterRollover', tag, modulus: number(1) }),
  },
  counterReset: { usage: 'counterReset:UNIT:TAG', make: ([tag = '']) => ({ kind: 'counterReset', tag }) },
  leak: { usage: 'leak:UNIT:TAG:PER_HOUR', make: ([tag = ''], number) => ({ kind: 'leak', tag, perHour: number(1) }) },
};

const isKind = (text: string): text is SimulatedFault['kind'] => Object.hasOwn(shapes, text);

/** How each fault is written on the command line. */
export const faultUsages: readonly string[] = Object.values(shapes).map(({ usage }) => usage);

/** Parses `kind:unit[:…]`; what cannot be understood fails with `parameter` and shows how it is written. */
export const parseFaultArgument = (argument: string): { unit: number; fault: SimulatedFault } => {
  const [kind = '', unitText = '', ...rest] = argument.split(':');
  if (!isKind(kind)) throw new Failure('parameter', `fault "${argument}": kinds are ${Object.keys(shapes).join(', ')}`);
  const { usage, make } = shapes[kind];
  const parsed = (text: string | undefined): number => {
    const value = Number(text);
    if (!text || !(value > 0)) throw new Failure('parameter', `fault "${argument}": write ${usage}`);
    return value;
  };
  const unit = parsed(unitText);
  if (rest.length !== usage.split(':').length - 2) throw new Failure('parameter', `fault "${argument}": write ${usage}`);
  return { unit, fault: make(rest, (place) => parsed(rest[place])) };
};
