import type { WritePointNow } from '../../../server/contract/plant/commands.ts';

const signs: Readonly<Record<WritePointNow['interlocks'][number]['is'], string>> = {
  below: '<',
  above: '>',
  equal: '=',
  notEqual: '≠',
};

/** What must hold, as it is written on a plate: "> 0.3". */
export const ruleOf = ({ is, limit }: Pick<WritePointNow['interlocks'][number], 'is' | 'limit'>): string =>
  `${signs[is]} ${limit}`;
