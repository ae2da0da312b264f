import type { WritePointNow } from '../../../server/contract/plant/commands.ts';
import { withMeasure } from './measured.ts';

const signs: Readonly<Record<WritePointNow['interlocks'][number]['is'], string>> = {
  below: '<',
  above: '>',
  equal: '=',
  notEqual: '≠',
};

type Rule = Pick<WritePointNow['interlocks'][number], 'is' | 'limit' | 'measure'>;

/** What must hold, as it is written on a plate: "> 0.3 bar". */
export const ruleOf = ({ is, limit, measure }: Rule): string => `${signs[is]} ${withMeasure(limit, measure)}`;
