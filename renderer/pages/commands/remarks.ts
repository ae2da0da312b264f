import { partsOf, type Remark } from '../../../server/contract/model/commandRemarks.ts';
import { formatUpTo } from '../../text/numbers.ts';
import { saySystem } from '../../text/systemWords.ts';
import { words } from './words.ts';

const shown = (value: string | number | undefined): string => (typeof value === 'number' ? formatUpTo(value, 6) : (value ?? ''));

/** One remark in the person's language; what has no code is shown as it was sent. @param why what it gives as its reason, in words */
const sayOne = ({ code, params }: Remark, why: string): string =>
  code === 'other'
    ? saySystem(shown(params.text))
    : partsOf(words.remarks[code])
        .map((part, at) => (at % 2 === 0 ? part : part === 'why' ? why : shown(params[part])))
        .join('');

/** Remarks of a command as one sentence; each but the last leads to the next: "not sent: no answer in time". */
export const sayRemarks = (remarks: readonly Remark[]): string => {
  const [first, ...rest] = remarks;
  if (first === undefined) return '';
  return sayOne(first, rest.length === 0 ? saySystem(shown(first.params.why)) : sayRemarks(rest));
};
