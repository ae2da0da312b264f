import { Failure } from '../../core/fail.ts';
import type { InfoOperation } from './operation.ts';

/** Names in the configuration of a unit that paths call differently. */
const namesInPaths: Readonly<Record<string, string>> = { lt: 'lowThreshold', ht: 'highThreshold' };
const partsOf = (place: string): string[] =>
  place
    .split(/[. ]/)
    .filter((part) => part !== 'meta' && part !== 'params')
    .map((part) => namesInPaths[part] ?? part);

/** The operation of a batch that is nearest to a rule about places in the configuration; the last one where none names any. */
const nearest = (rule: string, batch: readonly InfoOperation[]): InfoOperation | undefined => {
  const wanted = partsOf(rule);
  const likeness = ({ path }: InfoOperation): number => path.split('/').filter((part) => wanted.includes(part)).length;
  return batch.reduce<InfoOperation | undefined>((best, one) => (best && likeness(best) > likeness(one) ? best : one), undefined);
};

/** A rule in the names that paths have: "ph highThreshold must not be below lowThreshold". */
const worded = (place: string, message: string): string => {
  return message.replace(place, partsOf(place).join(' ')).replace(/\b[lh]t$/, (word) => namesInPaths[word] ?? word);
};

/** The same refusal by the paths that were sent: a rule of the plant names places in its own configuration. */
export const byOperations = (failure: Failure, batch: readonly InfoOperation[]): Failure => {
  const errors = failure.details.errors?.map(({ path, message }) => {
    return { path: nearest(`${path} ${message}`, batch)?.path ?? path, message: worded(path, message) };
  });
  const [first] = errors ?? [];
  if (!errors || !first) return failure;
  return new Failure(failure.code, `${first.path}: ${first.message}`, { ...failure.details, errors, cause: failure });
};
