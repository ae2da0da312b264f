import type { WritePointSpec } from '../../../../server/contract/model/writePoint.ts';
import type { PlantField } from '../../../../server/contract/plant/state.ts';

type Interlock = WritePointSpec['interlocks'][number];

/** What a condition depends on, as the field reads it now. */
export type Reading = Pick<PlantField['tags'][number], 'tagId' | 'value' | 'quality'>;

type DryRun = {
  /** Why the value itself would be refused; null where it fits. */
  value: 'number' | 'below' | 'above' | 'step' | 'registers' | null;
  interlocks: { text: string; isMet: boolean; value: number | null; limit: number }[];
  /** What the register would hold; null for values of two registers, and where there is none. */
  raw: number | null;
};

const holds = ({ is, value: limit }: Interlock, value: number): boolean => {
  switch (is) {
    case 'below':
      return value < limit;
    case 'above':
      return value > limit;
    case 'equal':
      return value === limit;
    case 'notEqual':
      return value !== limit;
  }
};

const ranges: Partial<Record<WritePointSpec['type'], readonly [number, number]>> = {
  bool: [0, 1],
  uint16: [0, 0xffff],
  int16: [-0x8000, 0x7fff],
  uint32: [0, 0xffff_ffff],
  int32: [-0x8000_0000, 0x7fff_ffff],
};

const valueFault = (spec: WritePointSpec, value: number): DryRun['value'] => {
  if (!Number.isFinite(value)) return 'number';
  if (value < spec.min) return 'below';
  if (value > spec.max) return 'above';
  const steps = spec.step === null ? 0 : (value - spec.min) / spec.step;
  if (Math.abs(steps - Math.round(steps)) > 1e-6) return 'step';
  const range = ranges[spec.type];
  const raw = Math.round(value / spec.scale);
  return range !== undefined && (raw < range[0] || raw > range[1]) ? 'registers' : null;
};

/** The result that a command of this value would have now. Nothing is sent; a condition whose tag has no good value is not met. */
export const dryRun = (spec: WritePointSpec, value: number, readings: readonly Reading[]): DryRun => {
  const fault = valueFault(spec, value);
  const isOneRegister = spec.type === 'bool' || spec.type === 'uint16' || spec.type === 'int16';
  return {
    value: fault,
    raw: fault === null && isOneRegister ? Math.round(value / spec.scale) : null,
    interlocks: spec.interlocks.map((interlock) => {
      const now = readings.find(({ tagId }) => tagId === interlock.tagId);
      const isGood = typeof now?.value === 'number' && now.quality === 'GOOD';
      const known = isGood && typeof now.value === 'number' ? now.value : null;
      return { text: interlock.text, limit: interlock.value, value: known, isMet: known !== null && holds(interlock, known) };
    }),
  };
};
