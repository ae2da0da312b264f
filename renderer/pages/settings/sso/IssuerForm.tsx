import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  changeSsoIssuer,
  createSsoIssuer,
  deleteSsoIssuer,
  ssoIssuerSpec,
} from '../../../../server/contract/plant/accounts/sso.ts';
import { useSaving, useSend } from '../../../api/useEndpoint.ts';
import { useFocusBack } from '../../../parts/focus/useFocusBack.ts';
import { BothSides } from '../../../parts/form/BothSides.tsx';
import { DeleteByName } from '../../../parts/form/DeleteByName.tsx';
import { FormProblem, TextField } from '../../../parts/form/fields.tsx';
import { useForm } from '../../../parts/form/useForm.ts';
import { useLastChange } from '../../../parts/form/useLastChange.ts';
import { useLeaveWarning } from '../../../parts/form/useLeaveWarning.ts';
import { useStored } from '../../../parts/form/useStored.ts';
import { words as formWords } from '../../../parts/form/words.ts';
import { useWasDeleted } from '../../../parts/gone/wasDeleted.ts';
import { words as structureWords } from '../../../parts/structure/words.ts';
import styles from '../Page.module.css';
import { bodyOf, draftOf, type Issuer, type IssuerDraft } from './draft.ts';
import { words } from './words.ts';

const hints = {
  issuer: 'issuerHint',
  audience: 'audienceHint',
  jwksUrl: 'jwksUrlHint',
  tenantId: 'tenantIdHint',
  tenantClaim: 'tenantClaimHint',
} as const;
const fields = ['name', 'issuer', 'audience', 'jwksUrl', 'tenantId', 'tenantClaim'] as const;

type Props = { issuer: Issuer | undefined; onReload: () => void; onClose: () => void; onDeleted: (name: string) => void };

/** One identity provider: added, changed, deleted. */
export const IssuerForm = ({ issuer, onReload, onClose, onDeleted }: Props) => {
  const box = useFocusBack();
  const wasDeleted = useWasDeleted();
  const create = useSaving(createSsoIssuer, 30_000);
  const change = useSend(changeSsoIssuer, 30_000);
  const remove = useSend(deleteSsoIssuer);
  const [done, setDone] = useState(false);
  const stored = { draft: draftOf(issuer), tag: String(issuer?.version ?? 0) };
  const form = useForm({
    schema: ssoIssuerSpec,
    start: stored.draft,
    body: bodyOf,
    own: { issuer: words.addressWrong, jwksUrl: words.addressWrong },
  });
  const { base, theirs, isFound, takeTheirs, putOnTop } = useStored<IssuerDraft>(form, stored);
  const by = useLastChange({ subject: theirs === null ? undefined : issuer?.id, kind: 'sso.issuer' });
  useLeaveWarning(form.isDirty);
  const save = () => {
    setDone(false);
    const body = form.check();
    if (body === null || theirs !== null) return;
    const sent =
      issuer === undefined
        ? create.send({ body })
        : change.send({ params: { id: issuer.id }, body: { ...body, version: issuer.version } });
    sent.then(
      () => {
        form.settle();
        setDone(true);
        if (issuer === undefined) onClose();
      },
      (error: unknown) => {
        form.refuse(error);
        onReload();
      },
    );
  };
  const title = issuer === undefined ? words.add : words.change(issuer.name);
  return (
    <section ref={box} className={styles.panel} aria-label={title}>
      <h3>{title}</h3>
      <form
        className={styles.stack}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {fields.map((name) => {
          const bound = form.bind(name);
          return (
            <TextField
              key={name}
              of={{ ...bound, value: bound.value ?? '' }}
              label={words[name]}
              {...(name === 'name' ? { autoFocus: true } : { hint: words[hints[name]], mono: true })}
            />
          );
        })}
        {theirs === null ? (
          <FormProblem>{wasDeleted ? structureWords.gone : form.problem}</FormProblem>
        ) : (
          <BothSides
            {...{ base, mine: form.draft, theirs, by, onTakeTheirs: takeTheirs, onPutOnTop: putOnTop }}
            labelOf={(thing) => words[fields.find((one) => one === thing) ?? 'name']}
          />
        )}
        <p role="status">{(done && !form.isDirty) || isFound ? words.saved : ''}</p>
        <div className={styles.buttons}>
          <Button type="submit" loading={create.busy || change.busy} disabled={wasDeleted || !form.isDirty || theirs !== null}>
            {formWords.save}
          </Button>
          <Button variant="default" disabled={!form.isDirty} onClick={() => form.settle(stored.draft)}>
            {formWords.undo}
          </Button>
          <Button variant="default" onClick={onClose}>
            {formWords.cancel}
          </Button>
        </div>
      </form>
      {issuer === undefined ? null : (
        <DeleteByName
          name={issuer.name}
          action={words.remove}
          remove={() => remove.send({ params: { id: issuer.id }, query: { version: issuer.version } })}
          onDone={() => onDeleted(issuer.name)}
        />
      )}
    </section>
  );
};
