import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type FormEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { setUp } from '../../../server/contract/plant/setup.ts';
import { ApiError, call } from '../../api/call.ts';
import { FormProblem, TextField } from '../../parts/form/fields.tsx';
import { refusedFields, useForm } from '../../parts/form/useForm.ts';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { chooseLocale, locale, locales } from '../../text/language.ts';
import { text } from '../../text/words.ts';
import styles from './FirstRun.module.css';
import { dayNow, plantIdOf, startAtOf } from './plantDay.ts';
import {
  beforeOwner,
  type FirstStep,
  forgetDraft,
  leftAt,
  readDraft,
  readProgress,
  saveDraft,
  saveProgress,
  withDone,
} from './progress.ts';
import { Rail } from './Rail.tsx';
import { bodyOf, fieldsOf, schema, startOf } from './setUpForm.ts';
import { words } from './words.ts';

/** From the setup code to the owner's account: four pages, one request. */
export const BeforeOwner = ({ onMade }: { onMade: (byAnother: boolean) => void }) => {
  const { session, clock } = useServices();
  const nowMs = useNow(clock);
  const [progress, setProgress] = useState(() => saveProgress(localStorage, readProgress(localStorage, clock.now())));
  // code and password are kept nowhere: whoever comes back types them, and goes on where they left
  const [step, setStep] = useState<FirstStep>('code');
  const [goal, setGoal] = useState<FirstStep>(() => leftAt(progress));
  const [busy, setBusy] = useState(false);
  const [asksId, setAsksId] = useState(false);
  const form = useForm({
    schema,
    start: startOf(readDraft(localStorage)),
    body: bodyOf,
    own: {
      code: words.codeWrong,
      'industry.shift.startAt': words.startWrong,
      'industry.timezone': words.zoneWrong,
      'owner.username': words.usernameWrong,
    },
  });
  const { draft } = form;
  const { code: _code, 'owner.password': _password, ...open } = draft;
  const typed = JSON.stringify(open);
  useEffect(() => void saveDraft(localStorage, JSON.parse(typed) as Record<string, string>), [typed]);
  useDocumentTitle(text.pageTitle(words.title));
  const day = dayNow(nowMs, draft['industry.timezone'], startAtOf(draft['industry.shift.startAt']));

  // what is typed anew after a reload comes first
  const missing = beforeOwner.find((one) => fieldsOf[one].some((field) => draft[field] === ''));
  const isReachable = (one: FirstStep): boolean =>
    beforeOwner.includes(one) && (missing === undefined || beforeOwner.indexOf(one) <= beforeOwner.indexOf(missing));

  const finish = async () => {
    const body = form.check();
    if (body === null) return setStep(missing ?? 'plant');
    setBusy(true);
    try {
      await call(setUp, { body });
    } catch (error) {
      // somebody else made the plant meanwhile: what is left to do is to sign in
      if (error instanceof ApiError && error.failure.kind === 'refused' && error.failure.http === 409) {
        forgetDraft(localStorage);
        onMade(true);
        return;
      }
      const refused = Object.keys(refusedFields(error));
      const isWrongCode = error instanceof ApiError && error.code === 1401;
      const at = isWrongCode ? 'code' : beforeOwner.find((one) => fieldsOf[one].some((field) => refused.includes(field)));
      // first to the page that has the field, which then says what is wrong with it
      flushSync(() => {
        setBusy(false);
        if (refused.includes('industry.id')) setAsksId(true);
        if (at === undefined || at === 'plant') return;
        setStep(at);
        setGoal('plant');
      });
      form.refuse(error);
      return;
    }
    forgetDraft(localStorage);
    saveProgress(localStorage, withDone(progress, 'plant', clock.now()));
    history.replaceState(null, '', '/first-run');
    try {
      await session.signIn(body.owner.username, body.owner.password);
    } finally {
      onMade(false);
    }
  };
  const next = (event: FormEvent) => {
    event.preventDefault();
    if (!form.checkSome(fieldsOf[step])) return;
    const following = beforeOwner[beforeOwner.indexOf(step) + 1];
    if (following === undefined) return void finish();
    setProgress(saveProgress(localStorage, withDone(progress, step, clock.now())));
    // the password is typed anew after a reload, and is still there where only the code was refused
    const isBehind = (step !== 'code' || missing === undefined) && beforeOwner.indexOf(goal) > beforeOwner.indexOf(following);
    setStep(isBehind ? goal : following);
    if (step !== 'code' || isBehind) setGoal('code');
  };
  const before = beforeOwner[beforeOwner.indexOf(step) - 1];

  return (
    <div className={styles.page}>
      <Rail
        now={step}
        isDone={(one) => progress.done[one] !== undefined}
        open={(one) => (progress.done[one] !== undefined && isReachable(one) ? () => setStep(one) : undefined)}
        said={{
          owner: draft['owner.email'],
          plant: draft['industry.name'],
          language: progress.done.language === undefined ? '' : text.languages.names[locale()],
        }}
      />
      <main className={styles.main}>
        <form className={styles.form} noValidate onSubmit={next}>
          <h1>{words.questions[step]}</h1>
          <p className={styles.help}>{words.helps[step]}</p>
          {step === 'code' ? <TextField of={form.bind('code')} label={words.code} hint={words.codeHint} mono autoFocus /> : null}
          {step === 'owner' ? (
            <div className={styles.fields}>
              <TextField of={form.bind('owner.name')} label={words.name} autoComplete="name" autoFocus />
              <TextField of={form.bind('owner.email')} label={words.email} type="email" autoComplete="email" />
              <TextField of={form.bind('owner.username')} label={text.login.username} autoComplete="username" />
              <TextField
                of={form.bind('owner.password')}
                label={text.login.password}
                hint={words.passwordHint}
                type="password"
                autoComplete="new-password"
              />
            </div>
          ) : null}
          {step === 'language' ? (
            <fieldset className={styles.choices} aria-label={text.languages.label}>
              {locales.map((one) => (
                <label key={one} data-chosen={one === locale() || undefined}>
                  <input type="radio" name="language" checked={one === locale()} onChange={() => void chooseLocale(one)} />
                  <span lang={one}>{text.languages.names[one]}</span>
                </label>
              ))}
            </fieldset>
          ) : null}
          {step === 'plant' ? (
            <>
              <div className={styles.fields}>
                <TextField
                  of={form.bind('industry.name')}
                  label={words.plantName}
                  hint={asksId ? undefined : words.plantId(plantIdOf(draft['industry.name']))}
                  autoFocus
                />
                {asksId ? (
                  <TextField of={form.bind('industry.id')} label={words.restoredId} hint={words.restoredIdHint} mono />
                ) : null}
                <TextField
                  of={form.bind('industry.timezone')}
                  label={words.zone}
                  hint={words.zoneHint}
                  list={Intl.supportedValuesOf('timeZone')}
                />
                <TextField of={form.bind('industry.shift.startAt')} label={words.shiftStart} hint={words.shiftHint} />
              </div>
              <p className={styles.preview} role="status">
                {day === null
                  ? words.noPreview
                  : words.preview(day.date, startAtOf(draft['industry.shift.startAt']).slice(0, 5), day.to)}
              </p>
            </>
          ) : null}
          <FormProblem>{form.problem}</FormProblem>
          <div className={styles.buttons}>
            {before === undefined ? null : (
              <Button variant="default" onClick={() => setStep(before)}>
                {words.steps[before]}
              </Button>
            )}
            <Button type="submit" loading={busy}>
              {step === 'plant' ? words.make : words.next}
            </Button>
          </div>
        </form>
      </main>
    </div>
  );
};
