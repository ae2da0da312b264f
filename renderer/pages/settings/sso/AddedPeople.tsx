import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { rolePreset } from '../../../../server/contract/plant/accounts/people.ts';
import { useAccountSettings } from '../../../api/useAccountSettings.ts';
import { FormProblem, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { useForm } from '../../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../../parts/form/useLeaveWarning.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import styles from '../Page.module.css';
import { roles } from '../roles.ts';
import { words as settingsWords } from '../words.ts';
import { words } from './words.ts';

type Save = ReturnType<typeof useAccountSettings>['save'];

/** As the server checks them, which looks at each place of the settings in turn. */
const phoneUser = z.object({ phoneNo: z.string().regex(/^\d{6,12}$/), name: z.string().trim().max(100) });
const ssoUser = z.object({ email: z.email().max(254), role: rolePreset });
const fieldOf = (path: string): string => path.replace(/^(user|sso)\.\d+\./, '');

const AddPhone = ({ save, busy }: { save: Save; busy: boolean }) => {
  const [done, setDone] = useState('');
  const start = { phoneNo: '', name: '' };
  const form = useForm({ schema: phoneUser, start, own: { phoneNo: words.phoneWrong }, pathOf: fieldOf });
  useLeaveWarning(form.isDirty);
  return (
    <form
      className={styles.panel}
      noValidate
      aria-label={words.addPhone}
      onSubmit={(event) => {
        event.preventDefault();
        const person = form.check();
        if (person === null) return;
        save({ user: [{ ...person, active: true }] }).then(() => {
          setDone(words.added(person.name === '' ? person.phoneNo : person.name));
          form.settle(start);
        }, form.refuse);
      }}
    >
      <h3>{words.addPhone}</h3>
      <TextField of={form.bind('phoneNo')} label={words.phone} hint={words.phoneHint} inputMode="numeric" />
      <TextField of={form.bind('name')} label={words.personName} />
      <FormProblem>{form.problem}</FormProblem>
      <p role="status">{form.isDirty ? '' : done}</p>
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {words.addPhone}
        </Button>
      </div>
    </form>
  );
};

const AddSso = ({ save, busy }: { save: Save; busy: boolean }) => {
  const [done, setDone] = useState('');
  const start = { email: '', role: roles[0] ?? 'viewer' };
  const form = useForm({ schema: ssoUser, start, pathOf: fieldOf });
  useLeaveWarning(form.isDirty);
  return (
    <form
      className={styles.panel}
      noValidate
      aria-label={words.addSso}
      onSubmit={(event) => {
        event.preventDefault();
        const person = form.check();
        if (person === null) return;
        save({ sso: [{ ...person, active: true }] }).then(() => {
          setDone(words.added(person.email));
          form.settle(start);
        }, form.refuse);
      }}
    >
      <h3>{words.addSso}</h3>
      <TextField of={form.bind('email')} label={words.email} type="email" />
      <SelectField
        of={form.bind('role')}
        label={words.role}
        options={roles.map((value) => ({ value, label: settingsWords.roles[value] }))}
      />
      <FormProblem>{form.problem}</FormProblem>
      <p role="status">{form.isDirty ? '' : done}</p>
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {words.addSso}
        </Button>
      </div>
    </form>
  );
};

/** People who sign in by a code to their phone or through an identity provider. */
export const AddedPeople = () => {
  const { settings, save, busy } = useAccountSettings();
  return (
    <Panel id="withoutPassword" title={words.people}>
      <Loaded of={settings} rows={2}>
        {() => (
          <div className={styles.stack}>
            <p className={styles.sub}>{words.peopleHint}</p>
            <div className={styles.split}>
              <AddPhone save={save} busy={busy} />
              <AddSso save={save} busy={busy} />
            </div>
          </div>
        )}
      </Loaded>
    </Panel>
  );
};
