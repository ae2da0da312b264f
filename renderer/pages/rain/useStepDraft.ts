import { useState } from 'react';
import type { FwiField } from '../../../server/contract/user/fwi.ts';
import { changedThings } from '../../parts/form/bothSides.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { useStored } from '../../parts/form/useStored.ts';
import { type Draft, dataOf, draftFrom, draftOf, type FlatDraft, flatOf } from './stepDraft.ts';

/** What is typed in a step, and what somebody else stored in it meanwhile. */
export const useStepDraft = (form: readonly FwiField[], version: number) => {
  const stored = flatOf(form, draftOf(form));
  const [flat, setFlat] = useState<FlatDraft>(stored);
  const [saved, setSaved] = useState<FlatDraft>(stored);
  const isDirty = changedThings(saved, flat).length > 0;
  useLeaveWarning(isDirty);
  const sent = (of: FlatDraft) => JSON.stringify(dataOf(form, draftFrom(of)));
  const settle = (next: FlatDraft = flat) => {
    setSaved(next);
    setFlat(next);
  };
  const sides = useStored<FlatDraft>(
    {
      draft: flat,
      isDirty,
      isSame: (one, other) => sent(one) === sent(other),
      settle,
      set: (part) => setFlat((before) => ({ ...before, ...part })),
    },
    { draft: stored, tag: String(version) },
  );
  const draft = draftFrom(flat);
  return {
    draft,
    mine: flat,
    set: (key: string, value: Draft[string]) => setFlat(flatOf(form, { ...draft, [key]: value })),
    settle: () => settle(),
    /** Version of the form that was typed from. */
    version: Number(sides.baseTag),
    sides,
  };
};
