import type { Bound } from '../../../parts/form/useForm.ts';
import type { DeliveryDraft } from './draft.ts';

/** What the parts of this form need of it. */
export type DeliveryForm = {
  draft: DeliveryDraft;
  set: (part: DeliveryDraft) => void;
  bind: (path: string) => Bound<string | undefined>;
};

/** A field by its path in the settings; one that is not there yet is empty. */
export const field = ({ bind }: DeliveryForm, path: string): Bound<string> => {
  const bound = bind(path);
  return { ...bound, value: bound.value ?? '' };
};

export const isOn = ({ draft }: DeliveryForm, path: string): boolean => draft[path] === 'on';
