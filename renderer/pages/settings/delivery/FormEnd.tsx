import { Button } from '@mantine/core';
import { BothSides } from '../../../parts/form/BothSides.tsx';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { words as formWords } from '../../../parts/form/words.ts';
import type { useSettingsForm } from './useSettingsForm.ts';
import { words } from './words.ts';

type Props = {
  of: Pick<ReturnType<typeof useSettingsForm>, 'sides' | 'by' | 'busy' | 'isSaved' | 'undo'> & {
    form: { draft: Readonly<Record<string, string | undefined>>; isDirty: boolean; problem: string | null };
  };
  className: string | undefined;
  /** How a field is called where both sides are shown. */
  labelOf: (thing: string) => string;
};

/** What was refused, or what somebody else saved meanwhile; then Save and Undo. */
export const FormEnd = ({ of: { form, sides, by, busy, isSaved, undo }, className, labelOf }: Props) => {
  const { base, theirs, takeTheirs, putOnTop } = sides;
  return (
    <>
      {theirs === null ? (
        <FormProblem>{form.problem}</FormProblem>
      ) : (
        <BothSides {...{ base, mine: form.draft, theirs, labelOf, by, onTakeTheirs: takeTheirs, onPutOnTop: putOnTop }} />
      )}
      <div className={className}>
        <Button type="submit" loading={busy} disabled={!form.isDirty || theirs !== null}>
          {formWords.save}
        </Button>
        <Button variant="default" disabled={!form.isDirty} onClick={undo}>
          {formWords.undo}
        </Button>
        <span role="status">{isSaved ? words.saved : ''}</span>
      </div>
    </>
  );
};
