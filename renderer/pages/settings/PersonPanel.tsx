import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { type Permission, permission } from '../../../server/contract/permissions.ts';
import { resetPassword } from '../../../server/contract/plant/accounts/access.ts';
import { createPasswordLink, type PasswordLink } from '../../../server/contract/plant/accounts/passwordLinks.ts';
import {
  changePerson,
  deletePerson,
  endPersonSessions,
  listPeople,
  listPersonSessions,
  type Person,
  type RolePreset,
  rolePreset,
} from '../../../server/contract/plant/accounts/people.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { BothSides } from '../../parts/form/BothSides.tsx';
import { FormProblem, SelectField, TextField } from '../../parts/form/fields.tsx';
import { isConflict } from '../../parts/form/isConflict.ts';
import { useForm } from '../../parts/form/useForm.ts';
import { useLastChange } from '../../parts/form/useLastChange.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { useStored } from '../../parts/form/useStored.ts';
import { words as formWords } from '../../parts/form/words.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { explain } from '../../parts/states.tsx';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { OneTimeLink } from './OneTimeLink.tsx';
import styles from './Page.module.css';
import { Rights } from './Rights.tsx';
import { roles } from './roles.ts';
import { Sessions } from './Sessions.tsx';
import { words } from './words.ts';

type Props = { person: Person; presets: Partial<Record<RolePreset, readonly Permission[]>>; onClose: () => void };

type PersonDraft = { name: string; email: string; role: string; permissions: string };

const written = (permissions: readonly Permission[]): string => permissions.toSorted().join(' ');
const rightsOf = (typed: string): Permission[] =>
  typed.split(' ').flatMap((one) => {
    const read = permission.safeParse(one);
    return read.success ? [read.data] : [];
  });
const storedOf = ({ name, email, role, permissions, tag }: Person) => {
  const draft: PersonDraft = { name, email: email ?? '', role, permissions: written(permissions) };
  return { draft, tag };
};
const changesOf = (before: PersonDraft, { name, email, role, permissions }: PersonDraft, own: boolean) => ({
  ...(name === before.name ? {} : { name }),
  ...(email === before.email ? {} : { email: email.trim() === '' ? null : email.trim() }),
  ...(own || role === before.role ? {} : { role }),
  ...(own || (permissions === before.permissions && role === before.role) ? {} : { permissions: rightsOf(permissions) }),
});
const labels = (): Readonly<Record<string, string>> => ({
  name: words.name,
  email: words.email,
  role: words.role,
  permissions: words.rights,
});

/** What cannot be undone asks for the name. */
const Danger = ({ person, onDone }: { person: Person; onDone: () => void }) => {
  const remove = useSend(deletePerson);
  const change = useSend(changePerson);
  const reset = useSend(resetPassword);
  const invite = useSend(createPasswordLink);
  const [link, setLink] = useState<PasswordLink | null>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ schema: resetPassword.body, start: { newPassword: '' } });
  const fail = (error: unknown) => setProblem(explain(error));
  const params = { id: person.id };
  return (
    <>
      {person.login === 'password' ? (
        <form
          className={styles.inline}
          noValidate
          aria-label={words.newPassword}
          onSubmit={(event) => {
            event.preventDefault();
            const body = form.check();
            if (body === null) return;
            reset.send({ params, body }).then(() => {
              form.settle({ newPassword: '' });
              setProblem(words.passwordSet);
            }, form.refuse);
          }}
        >
          <TextField of={form.bind('newPassword')} label={words.newPassword} type="password" autoComplete="new-password" />
          <Button type="submit" variant="default" loading={reset.busy}>
            {words.setPassword}
          </Button>
          <FormProblem>{form.problem}</FormProblem>
        </form>
      ) : null}
      {person.login === 'password' && link === null ? (
        <div className={styles.inline}>
          <Button variant="default" loading={invite.busy} onClick={() => invite.send({ params }).then(setLink, fail)}>
            {words.makeLink}
          </Button>
        </div>
      ) : null}
      {link === null ? null : <OneTimeLink link={link} />}
      <div className={styles.inline}>
        <Button
          variant="default"
          loading={change.busy}
          onClick={() =>
            change.send({ params, headers: { 'If-Match': `"${person.tag}"` }, body: { disabled: !person.disabled } }).catch(fail)
          }
        >
          {person.disabled ? words.enable : words.disable}
        </Button>
      </div>
      <div className={styles.inline}>
        <label className={styles.stacked}>
          {formWords.typeName(person.username)}
          <input value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <Button
          variant="default"
          disabled={typed !== person.username}
          loading={remove.busy}
          onClick={() => remove.send({ params }).then(onDone, fail)}
        >
          {words.remove}
        </Button>
      </div>
      <FormProblem>{problem}</FormProblem>
    </>
  );
};

/** One person: name, role, rights, sessions, password; disabled or deleted. */
export const PersonPanel = ({ person, presets, onClose }: Props) => {
  const { userId } = useProfile();
  const change = useSend(changePerson);
  const sessions = useEndpoint(listPersonSessions, { params: { id: person.id } }, { everyMs: 30_000 });
  const end = useSend(endPersonSessions);
  const own = person.id === userId;
  const people = useEndpoint(listPeople, {}, { everyMs: 15_000 });
  const stored = storedOf(person);
  const began = useRef(stored.draft);
  const form = useForm({
    schema: changePerson.body,
    start: stored.draft,
    // what was not touched is not sent: it may have been changed by somebody else
    body: (draft) => changesOf(began.current, draft, own),
  });
  const { base, baseTag, theirs, takeTheirs, putOnTop } = useStored<PersonDraft>(form, stored);
  const by = useLastChange({ subject: theirs === null ? undefined : person.id });
  began.current = base;
  const granted = rightsOf(form.draft.permissions);
  const role = rolePreset.safeParse(form.draft.role);
  const save = async (): Promise<void> => {
    const body = form.check();
    if (body === null || theirs !== null) return;
    try {
      await change.send({ params: { id: person.id }, headers: { 'If-Match': `"${baseTag}"` }, body });
      form.settle();
    } catch (error) {
      form.refuse(error);
      if (isConflict(error)) people.reload();
    }
  };
  useLeaveWarning(form.isDirty);
  const roleField = form.bind('role');
  return (
    <section className={styles.panel} aria-label={person.username}>
      <h2>{person.name === '' ? person.username : person.name}</h2>
      <form
        className={styles.stack}
        noValidate
        aria-label={words.change}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField of={form.bind('name')} label={words.name} />
        <TextField of={form.bind('email')} label={words.email} type="email" />
        {own ? (
          <p className={styles.sub}>{words.ownRights}</p>
        ) : (
          <>
            <SelectField
              of={{
                ...roleField,
                value: role.success ? role.data : 'viewer',
                onChange: (next) => form.set({ role: next, permissions: written(presets[next] ?? []) }),
              }}
              label={words.role}
              hint={words.roleHints[role.success ? role.data : 'viewer']}
              options={roles.map((value) => ({ value, label: words.roles[value] }))}
            />
            <Rights granted={granted} onChange={(permissions) => form.set({ permissions: written(permissions) })} />
          </>
        )}
        {theirs === null ? (
          <FormProblem>{form.problem}</FormProblem>
        ) : (
          <BothSides
            {...{ base, mine: form.draft, theirs, by, onTakeTheirs: takeTheirs, onPutOnTop: putOnTop }}
            labelOf={(thing) => labels()[thing] ?? thing}
          />
        )}
        <div className={styles.buttons}>
          <Button type="submit" loading={change.busy} disabled={!form.isDirty || theirs !== null}>
            {formWords.save}
          </Button>
          <Button variant="default" onClick={onClose}>
            {words.close}
          </Button>
        </div>
      </form>
      <Loaded of={sessions} rows={2}>
        {(data) => (
          <Sessions
            sessions={data.sessions}
            busy={end.busy}
            onEnd={(sessionId) => end.send({ params: { id: person.id }, query: { sessionId } })}
          />
        )}
      </Loaded>
      {own ? null : <Danger person={person} onDone={onClose} />}
      <p className={styles.sub}>
        {text.login.username}: {person.username}
      </p>
    </section>
  );
};
