import { useState } from 'react';
import type { z } from 'zod';
import type { useAccountSettings } from '../../../api/useAccountSettings.ts';
import { isConflict } from '../../../parts/form/isConflict.ts';
import { useForm } from '../../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../../parts/form/useLeaveWarning.ts';
import { type Stored, useStored } from '../../../parts/form/useStored.ts';
import { type Section, useVersions } from './Versions.tsx';

type Draft = Record<string, string | undefined>;
type Options<D extends Draft, S extends z.ZodType> = Omit<Parameters<typeof useForm<D, S>>[0], 'start'> & {
  section: Section;
  account: Pick<ReturnType<typeof useAccountSettings>, 'busy' | 'settings'>;
  /** What the server has of the section. */
  stored: Stored<D>;
  save: (body: z.output<S>) => Promise<void>;
};

/** A section of the account's settings as a form: where somebody else saved it meanwhile, both sides are there to choose from. */
export const useSettingsForm = <D extends Draft, S extends z.ZodType>({
  section,
  account,
  stored,
  save,
  ...options
}: Options<D, S>) => {
  const { list, named } = useVersions(section);
  const [isSaved, setSaved] = useState(false);
  const form = useForm({ ...options, start: stored.draft });
  const sides = useStored(form, stored, account.busy);
  useLeaveWarning(form.isDirty);
  const [newest] = list.data?.versions ?? [];
  const submit = (): void => {
    setSaved(false);
    const body = form.check();
    if (body === null || sides.theirs !== null) return;
    save(body).then(
      () => {
        form.settle();
        setSaved(true);
      },
      (error: unknown) => {
        form.refuse(error);
        // the newer settings come, and with them what somebody else changed
        if (!isConflict(error)) return;
        account.settings.reload();
        list.reload();
      },
    );
  };
  return {
    form,
    sides,
    submit,
    busy: account.busy,
    isSaved: (isSaved && !form.isDirty) || sides.isFound,
    undo: () => form.settle(stored.draft),
    /** Who saved the newest version and when. */
    by: newest === undefined ? undefined : named(newest.savedAt, newest.savedByName),
  };
};
