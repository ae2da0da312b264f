import type { PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';

/** What a person has typed of a signal so far; any of it may be missing or wrong. */
export type TypedSignal = {
  name?: string;
  measure?: string;
  unitId?: string | null;
  param?: string | null;
  decode?: { type?: string; bit?: number; length?: number };
};

/** Fields of a signal: those of a bit, a text or a parameter where they mean something, or hold something that must be seen. */
export const fieldsOfSignal = ({ unitId, param, decode: { type, bit, length } = {} }: TypedSignal): readonly string[] => [
  ...['name', 'decode.address', 'decode.space', 'decode.type'],
  ...(type === 'bit' || bit !== undefined ? ['decode.bit'] : []),
  ...(type === 'string' || length !== undefined ? ['decode.length'] : []),
  ...['decode.wordOrder', 'decode.scale', 'decode.offset', 'decode.min', 'decode.max', 'measure', 'kind'],
  'unitId',
  ...(unitId || param ? ['param'] : []),
  ...['periodMs', 'decode.sentinels', 'decode.fraction'],
];

/** A stored signal as it is typed: its register number names the kind of register, so that both are changed in one place. */
export const writtenSignal = ({ wire, ...tag }: PlantTag) => {
  const { space: _, ...decode } = tag.decode;
  return { ...tag, decode: { ...decode, address: wire.register } };
};
