import { useId } from 'react';
import type { Bound } from './useForm.ts';

/** A field that belongs to no form with a schema: nothing in it is wrong by itself. */
export const useBound = <V>(value: V, onChange: (value: V) => void): Bound<V> => ({
  id: useId(),
  value,
  onChange,
  onBlur: () => {},
  problem: undefined,
});
