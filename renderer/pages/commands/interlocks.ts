import type { WritePointSpec } from '../../../server/contract/model/writePoint.ts';
import type { TagView } from '../../../server/contract/plant/state.ts';

/** One condition of a command with what it stands on; `met` is null where the value is not known. */
export type Check = { text: string; rule: string; value: number | null; met: boolean | null };

const signs: Readonly<Record<WritePointSpec['interlocks'][number]['is'], string>> = {
  below: '<',
  above: '>',
  equal: '=',
  notEqual: '≠',
};

const holds = (is: WritePointSpec['interlocks'][number]['is'], value: number, limit: number): boolean => {
  if (is === 'below') return value < limit;
  if (is === 'above') return value > limit;
  return is === 'equal' ? value === limit : value !== limit;
};

/** The conditions of a write point one by one; a value that is not good is not known. */
export const interlocksOf = ({ interlocks }: Pick<WritePointSpec, 'interlocks'>, tags: readonly TagView[]): Check[] =>
  interlocks.map(({ tagId, is, value: limit, text }) => {
    const tag = tags.find((one) => one.tagId === tagId);
    const value = tag?.quality === 'GOOD' && typeof tag.value === 'number' ? tag.value : null;
    return { text, rule: `${signs[is]} ${limit}`, value, met: value === null ? null : holds(is, value, limit) };
  });
