import type { RegisterRange } from '../../contract/model/field.ts';
import type { ReadOperation } from './codec.ts';

/** The first range that a read would touch and must not. */
export const barredBy = (
  { space, address, count }: Omit<ReadOperation, 'kind'>,
  barred: readonly RegisterRange[],
): RegisterRange | undefined =>
  barred.find((range) => range.space === space && range.from < address + count && range.to >= address);
