import { useEffect, useState } from 'react';
import { joinedDrafts } from './bothSides.ts';
import type { Form } from './useForm.ts';

type Draft = Record<string, string | undefined>;

/** What the server has now, as a draft; `tag` differs where it is another state. */
export type Stored<D extends Draft> = { draft: D; tag: string };

/**
 * Where the form began, and what the server has now. While nothing is typed the form follows the server; where somebody else changed
 * the same meanwhile, what was typed stays and both sides are there to choose from; a newer state that says the same is no other side.
 */
export const useStored = <D extends Draft>(
  form: Pick<Form<D, unknown>, 'draft' | 'isDirty' | 'isSame' | 'settle' | 'set'>,
  stored: Stored<D>,
  /** Being saved: what comes meanwhile is what was typed. */
  isSaving = false,
) => {
  const [base, setBase] = useState(stored);
  const [isFound, setFound] = useState(false);
  const isOther = stored.tag !== base.tag;
  const isSame = JSON.stringify(stored.draft) === JSON.stringify(base.draft);
  // saved by this form, though no answer said so; or by somebody who wanted the same
  const isMine = form.isDirty && form.isSame(stored.draft, form.draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's functions are new with each drawing
  useEffect(() => {
    if (!isOther || (form.isDirty && !isSame && !isMine)) return;
    setBase(stored);
    if (!form.isDirty || isMine) form.settle(stored.draft);
    setFound(isMine && !isSaving);
  }, [stored.tag, isOther, isSame, isMine, form.isDirty]);
  const takeTheirs = (): void => {
    setBase(stored);
    form.settle(stored.draft);
  };
  return {
    base: base.draft,
    /** Of the state that the form began from. */
    baseTag: base.tag,
    /** Theirs, where they are others than those the form began from, and than those that were typed. */
    theirs: isOther && !isSame && !isMine && form.isDirty && !isSaving ? stored.draft : null,
    /** What was typed was found to be what the server has, without an answer to this form. */
    isFound: isFound && !form.isDirty,
    takeTheirs,
    putOnTop: (): void => {
      const joined = joinedDrafts(base.draft, form.draft, stored.draft);
      takeTheirs();
      form.set(joined);
    },
  };
};
