import type { KnownTemplate } from '../../../../server/contract/plant/commissioning/templates.ts';

/** Of a model, or of a device that was entered by hand, where nothing says how fast it usually counts. */
type TemplateTag = Pick<KnownTemplate['tags'][number], 'measure' | 'typicalPerHour'> & {
  decode: Pick<KnownTemplate['tags'][number]['decode'], 'type' | 'scale'>;
};

/** How a counter is proposed to count, each part with why it must be looked at. */
export type MeterProposal = {
  /** Display counts at which it begins again from 0. */
  modulus: number;
  /** Litres, watt-hours or millimetres a count. */
  basePerCount: number;
  /** Largest flow in counts an hour; null where the model says nothing. */
  maxPerHour: number | null;
  /** What is a guess. */
  doubts: readonly ('rollover' | 'maximum' | 'count')[];
};

const perCount: Readonly<Record<string, number>> = {
  m3: 1000,
  KL: 1000,
  L: 1,
  hL: 100,
  ML: 1e6,
  kWh: 1000,
  Wh: 1,
  MWh: 1e6,
  mm: 1,
};

/** Where the registers of a whole number end; of a fraction with it the whole part decides. */
const endOf = ({ decode: { type, scale } }: TemplateTag): number | null => {
  const bits: Partial<Record<TemplateTag['decode']['type'], number>> = {
    int16: 2 ** 15,
    uint16: 2 ** 16,
    int32: 2 ** 31,
    uint32: 2 ** 32,
    bcd32: 1e8,
    bcd16: 1e4,
  };
  const end = bits[type];
  return end === undefined ? null : end * scale;
};

const usualDisplay = 1e8;

/** Counter settings of a model's total. The end of a display is often before the end of its registers: always to be looked at. */
export const proposalOf = (tag: TemplateTag): MeterProposal => {
  const end = endOf(tag);
  const base = perCount[tag.measure];
  const most = tag.typicalPerHour === undefined || tag.typicalPerHour === 0 ? null : tag.typicalPerHour * 3;
  return {
    modulus: end ?? usualDisplay,
    basePerCount: base ?? 1000,
    maxPerHour: most,
    doubts: [...(end === null ? (['rollover'] as const) : []), 'maximum', ...(base === undefined ? (['count'] as const) : [])],
  };
};
