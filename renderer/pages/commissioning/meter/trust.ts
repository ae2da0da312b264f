import type { PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import type { DeviceView, TagView } from '../../../../server/contract/plant/state.ts';

/** One reason to trust a reading, or why it is not yet given. */
export type TrustCheck = { id: 'display' | 'counts' | 'reads' | 'clean' | 'rollover'; state: 'yes' | 'no' | 'wait' };

type Known = {
  tag: PlantTag | undefined;
  view: TagView | undefined;
  device: DeviceView | undefined;
  first: { value: number | string | null; atMs: number } | undefined;
  /** Readings by which the display agreed. */
  proof: number | undefined;
  /** The unit has the settings of its counter. */
  hasMeter: boolean;
};

const leastAnswers = 3;
const mostLost = 0.02;

const reads = ({ view }: Pick<Known, 'view'>): TrustCheck['state'] =>
  typeof view?.value === 'number' && view.quality === 'GOOD' ? 'yes' : 'wait';

const counts = ({ view, first }: Known): TrustCheck['state'] => {
  if (typeof view?.value !== 'number' || reads({ view }) !== 'yes') return 'wait';
  if (first === undefined || typeof first.value !== 'number') return 'wait';
  if (view.value < first.value) return 'no';
  return view.value > first.value ? 'yes' : 'wait';
};

const clean = ({ device }: Known): TrustCheck['state'] => {
  if (device === undefined || device.requests < leastAnswers) return 'wait';
  const lost = device.timeouts + device.crcErrors + device.badAnswers;
  return device.health === 'good' && lost / device.requests <= mostLost ? 'yes' : 'no';
};

/** Each reason is a check that was made; the display is one that only a person can make. */
export const trustChecks = (known: Known): TrustCheck[] => [
  { id: 'display', state: known.proof === undefined ? 'no' : 'yes' },
  known.tag?.kind === 'counter' ? { id: 'counts', state: counts(known) } : { id: 'reads', state: reads(known) },
  { id: 'clean', state: clean(known) },
  ...(known.tag?.kind === 'counter'
    ? [{ id: 'rollover' as const, state: known.hasMeter ? ('yes' as const) : ('no' as const) }]
    : []),
];

/** Trusted: nothing is refused and nothing is awaited; without the display it is trusted without proof, and said so. */
export const isTrusted = (checks: readonly TrustCheck[]): boolean =>
  checks.every(({ id, state }) => state === 'yes' || (id === 'display' && state === 'no'));
