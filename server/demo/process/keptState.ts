import { Failure } from '../../core/fail.ts';

/** Whether a value has every part of another, each of its kind; a list that was empty may have grown. */
const isLike = <S>(value: unknown, fresh: S): value is S => {
  if (typeof fresh !== 'object' || fresh === null) return typeof value === typeof fresh;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(fresh)) return false;
  return Object.entries(fresh).every(([name, part]) => isLike(Reflect.get(value, name), part));
};

/**
 * The state of a model as an earlier run kept it.
 * @param fresh one of this version.
 * @throws Failure `unavailable` where a part is not there.
 */
export const keptState = <S extends object>(kept: object, fresh: S): S => {
  if (isLike(kept, fresh)) return kept;
  throw new Failure('unavailable', 'demo.json lacks a part of a plant. Start the demo in another folder');
};
