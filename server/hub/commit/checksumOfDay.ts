import type { CarriedTotal } from '../../bundle/dayItems.ts';
import { checksumOf } from '../../core/bytes/rowChecksum.ts';

type Placed = { seriesNo: number; day: number; revision: number; firstSlot: number; slots: number; total: CarriedTotal };

/** Over the place and the total of a row; its slots have their hash. A whole number of 32 bits with its sign, as PostgreSQL keeps it. */
export const checksumOfDay = ({ seriesNo, day, revision, firstSlot, slots, total }: Placed): number => {
  const { sum, min, max, avg, last, estimated, counterOpen, counterClose, expected, complete } = total;
  const numbers = [sum, min, max, avg, last, estimated, counterOpen, counterClose, expected, complete];
  return checksumOf([seriesNo, day, revision, firstSlot, slots, ...numbers]) | 0;
};
