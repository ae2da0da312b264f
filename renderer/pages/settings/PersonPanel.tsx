import { Button } from '@mantine/core';
import { useRef } from 'react';
import { type Permission, permission } from '../../../server/contract/permissions.ts';
import {
  changePerson,
  endPersonSessions,
  listPeople,
  listPersonSessions,
  type Person,
  type RolePreset,
  rolePreset,
} from '../../../server/contract/plant/accounts/people.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { useFocusBack } from '../../parts/focus/useFocusBack.ts';
import { BothSides } from '../../parts/form/BothSides.tsx';
import { FormProblem, SelectField, TextField } from '../../parts/form/fields.tsx';
import { isConflict } from '../../parts/form/isConflict.ts';
import { useForm } from '../../parts/form/useForm.ts';
import { useLastChange } from '../../parts/form/useLastChange.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { useStored } from '../../parts/form/useStored.ts';
import { words as formWords } from '../../parts/form/words.ts';
import { useWasDeleted } from '../../parts/gone/wasDeleted.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { words as structureWords } from '../../parts/structure/words.ts';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import styles from './Page.module.css';
import { PersonDanger } from './PersonDanger.tsx';
import { Rights } from './Rights.tsx';
import { roleName, roles } from './roles.ts';
import { Sessions } from './Sessions.tsx';
import { useLacking } from './useLacking.ts';
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

/** One person: name, role, rights, sessions, password; disabled or deleted. */
export const PersonPanel = ({ person, presets, onClose }: Props) => {
  const box = useFocusBack(person.id);
  const wasDeleted = useWasDeleted();
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
  const above = useLacking(person.permissions);
  const lacking = useLacking(granted);
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
    <section ref={box} className={styles.panel} aria-label={person.username}>
      <h2>{person.name === '' ? person.username : person.name}</h2>
      {above === null ? (
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
          {lacking === null ? null : <p role="status">{words.lacksToGive(lacking)}</p>}
          {theirs === null ? (
            <FormProblem>{wasDeleted ? structureWords.gone : form.problem}</FormProblem>
          ) : (
            <BothSides
              {...{ base, mine: form.draft, theirs, by, onTakeTheirs: takeTheirs, onPutOnTop: putOnTop }}
              labelOf={(thing) => labels()[thing] ?? thing}
            />
          )}
          <div className={styles.buttons}>
            <Button
              type="submit"
              loading={change.busy}
              disabled={wasDeleted || !form.isDirty || theirs !== null || lacking !== null}
            >
              {formWords.save}
            </Button>
            <Button variant="default" onClick={onClose}>
              {words.close}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <p>{roleName(person.role)}</p>
          <p role="status">{words.lacksToChange(above)}</p>
          <div className={styles.buttons}>
            <Button variant="default" onClick={onClose}>
              {words.close}
            </Button>
          </div>
        </>
      )}
      {wasDeleted ? null : (
        <Loaded of={sessions} rows={2}>
          {(data) => (
            <Sessions
              sessions={data.sessions}
              busy={end.busy}
              onEnd={above === null ? (sessionId) => end.send({ params: { id: person.id }, query: { sessionId } }) : undefined}
            />
          )}
        </Loaded>
      )}
      {wasDeleted || own || above !== null ? null : <PersonDanger person={person} onDone={onClose} />}
      <p className={styles.sub}>
        {text.login.username}: {person.username}
      </p>
    </section>
  );
};
