import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Permission } from '../../../server/contract/permissions.ts';
import type { PasswordLink } from '../../../server/contract/plant/accounts/passwordLinks.ts';
import { createPerson, type RolePreset } from '../../../server/contract/plant/accounts/people.ts';
import { useSaving } from '../../api/useEndpoint.ts';
import { useFocusBack } from '../../parts/focus/useFocusBack.ts';
import { FormProblem, SelectField, TextField } from '../../parts/form/fields.tsx';
import { useForm } from '../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { words as formWords } from '../../parts/form/words.ts';
import { text } from '../../text/words.ts';
import { OneTimeLink } from './OneTimeLink.tsx';
import styles from './Page.module.css';
import { roles } from './roles.ts';
import { useLacking } from './useLacking.ts';
import { words } from './words.ts';

type Presets = Partial<Record<RolePreset, readonly Permission[]>>;

/** A new person with a role, and a one-time link by which they choose their password, shown this once. */
export const PersonForm = ({ presets, onClose }: { presets: Presets; onClose: () => void }) => {
  const box = useFocusBack();
  const create = useSaving(createPerson);
  const [made, setMade] = useState<{ username: string; link: PasswordLink } | null>(null);
  const form = useForm({
    schema: createPerson.body,
    start: { username: '', name: '', email: '', role: 'viewer' as RolePreset },
    own: { username: words.usernameWrong },
    body: ({ email, ...rest }) => ({ ...rest, link: true, email: email.trim() === '' ? null : email.trim() }),
  });
  useLeaveWarning(form.isDirty && made === null);
  const granted = presets[form.draft.role] ?? [];
  const lacking = useLacking(granted);
  if (made !== null)
    return (
      <section ref={box} className={styles.panel} aria-label={words.add}>
        <h2>{words.made(made.username)}</h2>
        <OneTimeLink link={made.link} />
        <Button onClick={onClose}>{words.close}</Button>
      </section>
    );
  return (
    <form
      ref={box}
      className={styles.panel}
      aria-label={words.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const body = form.check();
        if (body === null) return;
        create.send({ body }).then(({ user, link }) => {
          if (link === undefined) onClose();
          else setMade({ username: user.username, link });
        }, form.refuse);
      }}
    >
      <h2>{words.add}</h2>
      <TextField of={form.bind('username')} label={text.login.username} hint={words.usernameHint} autoFocus />
      <TextField of={form.bind('name')} label={words.name} />
      <TextField of={form.bind('email')} label={words.email} type="email" />
      <SelectField
        of={form.bind('role')}
        label={words.role}
        hint={words.roleHints[form.draft.role]}
        options={roles.map((value) => ({ value, label: words.roles[value] }))}
      />
      <p className={styles.sub}>
        {words.gives} {granted.map((right) => text.rights[right]).join(', ')}
      </p>
      {lacking === null ? null : <p role="status">{words.lacksToGive(lacking)}</p>}
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.buttons}>
        <Button type="submit" loading={create.busy} disabled={lacking !== null}>
          {words.create}
        </Button>
        <Button variant="default" onClick={onClose}>
          {formWords.cancel}
        </Button>
      </div>
    </form>
  );
};
