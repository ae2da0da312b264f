/** What goes wrong on the wire between a simulated device and its master. */
export type WireFault =
  /** Never answers. */
  | { kind: 'dead' }
  /** Every answer takes this long. */
  | { kind: 'slow'; delayMs: number }
  /** Every n-th answer comes this much later, and those behind it wait. */
  | { kind: 'late'; delayMs: number; every: number }
  /** Every n-th answer is noise. */
  | { kind: 'garbage'; every: number }
  /** Answers in the name of the next unit id. */
  | { kind: 'wrongUnit' }
  | { kind: 'exception'; code: number }
  /** Answers for a while, then is dead for a while. */
  | { kind: 'flapping'; upMs: number; downMs: number };

/** What goes wrong in the device: its registers show another value than the true one. */
export type ValueFault =
  /** Shows the value it had when the fault began. */
  | { kind: 'stuck'; tag: string }
  /** Starts again from 0 each time it reaches the modulus. */
  | { kind: 'counterRollover'; tag: string; modulus: number }
  /** Starts again from 0 now. */
  | { kind: 'counterReset'; tag: string }
  /** A flow shows this much more; a counter grows this much more per hour. */
  | { kind: 'leak'; tag: string; perHour: number };

export type SimulatedFault = WireFault | ValueFault;
export type FaultKind = SimulatedFault['kind'];

export const isValueFault = (fault: SimulatedFault): fault is ValueFault => 'tag' in fault;
