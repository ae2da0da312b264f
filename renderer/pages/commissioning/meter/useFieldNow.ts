import { useEffect, useRef } from 'react';
import { plantField } from '../../../../server/contract/plant/state.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';

type Seen = { raw: readonly number[] | null; value: number | string | null; atMs: number };

/** State of the field every second, with the first value seen of each tag and the words of the answer before. */
export const useFieldNow = () => {
  const field = useEndpoint(plantField, {}, { everyMs: 1000 });
  const first = useRef(new Map<string, Seen>());
  const before = useRef(new Map<string, readonly number[]>());
  const last = useRef(new Map<string, readonly number[]>());
  const { data } = field;
  useEffect(() => {
    if (data === undefined) return;
    for (const { tagId, raw, value, lastGoodAt } of data.tags) {
      if (raw === null || value === null || lastGoodAt === null) continue;
      const now = last.current.get(tagId);
      if (now === undefined || now.join() !== raw.join()) {
        if (now !== undefined) before.current.set(tagId, now);
        last.current.set(tagId, raw);
      }
      if (!first.current.has(tagId)) first.current.set(tagId, { raw, value, atMs: Date.parse(lastGoodAt) });
    }
  }, [data]);
  return { field, firstOf: (id: string) => first.current.get(id), wordsBefore: (id: string) => before.current.get(id) };
};
