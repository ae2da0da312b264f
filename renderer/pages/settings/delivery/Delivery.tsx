import { Button } from '@mantine/core';
import { useState } from 'react';
import { type AlertSettings, alertSettings } from '../../../../server/contract/model/alertSettings.ts';
import { listChannels } from '../../../../server/contract/plant/channels.ts';
import { ApiError } from '../../../api/call.ts';
import { useAccountSettings } from '../../../api/useAccountSettings.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { BothSides } from '../../../parts/form/BothSides.tsx';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { useForm } from '../../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../../parts/form/useLeaveWarning.ts';
import { useStored } from '../../../parts/form/useStored.ts';
import { words as formWords } from '../../../parts/form/words.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import styles from '../Page.module.css';
import { ChannelFields } from './ChannelFields.tsx';
import own from './Delivery.module.css';
import { bodyOf, channelNames, type DeliveryDraft, draftOf, fieldOf } from './draft.ts';
import { Escalation, Flood } from './Escalation.tsx';
import { Logo } from './Logo.tsx';
import { labelOf } from './labels.ts';
import { ReportRecipients } from './ReportRecipients.tsx';
import { Rotas } from './Rotas.tsx';
import { TestMessage } from './TestMessage.tsx';
import { useVersions, Versions } from './Versions.tsx';
import { words } from './words.ts';

type Account = ReturnType<typeof useAccountSettings>;
const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.http === 409;

/** Words of this form for times and whole numbers, whatever their place. */
const ownWords = (path: string): string | undefined => {
  if (/\.(from|to)$/.test(path)) return words.timeWrong;
  return /(afterMinutes|perTenMinutes)$/.test(path) ? words.wholeNumber : undefined;
};

const AlertForm = ({ alerts, account }: { alerts: AlertSettings; account: Account }) => {
  const channels = useEndpoint(listChannels, {}, { everyMs: 30_000 });
  const { list, named } = useVersions();
  const [done, setDone] = useState(false);
  const stored = { draft: draftOf(alerts), tag: JSON.stringify(alerts) };
  const form = useForm({
    schema: alertSettings,
    start: stored.draft,
    body: (draft) => bodyOf(draft, alerts),
    own: ownWords,
    pathOf: fieldOf,
  });
  const { base, theirs, takeTheirs, putOnTop } = useStored(form, stored);
  useLeaveWarning(form.isDirty);
  const [newest] = list.data?.versions ?? [];
  const load = (then: DeliveryDraft) =>
    form.set({ ...Object.fromEntries(Object.keys(form.draft).map((path) => [path, undefined])), ...then });
  const save = () => {
    setDone(false);
    const body = form.check();
    if (body === null || theirs !== null) return;
    account.save({ alerts: body }).then(
      () => {
        form.settle();
        setDone(true);
      },
      (error: unknown) => {
        form.refuse(error);
        // the newer settings come, and with them what somebody else changed
        if (isConflict(error)) account.settings.reload();
      },
    );
  };
  return (
    <div className={styles.stack}>
      <form
        className={styles.stack}
        noValidate
        aria-label={words.title}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p className={styles.sub}>{words.hint}</p>
        {channelNames.map((name) => (
          <ChannelFields
            key={name}
            form={form}
            name={name}
            state={channels.data?.channels.find(({ channel }) => channel === name)}
          />
        ))}
        <Escalation form={form} />
        <Rotas form={form} />
        <Flood form={form} />
        {theirs === null ? (
          <FormProblem>{form.problem}</FormProblem>
        ) : (
          <BothSides
            {...{ base, mine: form.draft, theirs, labelOf, onTakeTheirs: takeTheirs, onPutOnTop: putOnTop }}
            {...(newest === undefined ? {} : { by: named(newest.savedAt, newest.savedByName) })}
          />
        )}
        <div className={own.save}>
          <Button type="submit" loading={account.busy} disabled={!form.isDirty || theirs !== null}>
            {formWords.save}
          </Button>
          <Button variant="default" disabled={!form.isDirty} onClick={() => form.settle(stored.draft)}>
            {formWords.undo}
          </Button>
          <span role="status">{done && !form.isDirty ? words.saved : ''}</span>
        </div>
      </form>
      <section className={own.group} aria-label={words.tests}>
        <h3>{words.tests}</h3>
        {(['email', 'sms', 'messaging', 'push'] as const)
          .filter((name) => channels.data?.channels.some(({ channel, isSetUp }) => channel === name && isSetUp))
          .map((name) => (
            <div key={name} className={styles.stack}>
              <h4>{words.channels[name]}</h4>
              <TestMessage channel={name} />
            </div>
          ))}
        {channels.data?.channels.every(({ channel, isSetUp }) => channel === 'web' || !isSetUp) ? <p>{words.noTests}</p> : null}
      </section>
      <details>
        <summary>{formWords.versions}</summary>
        <Versions draft={form.draft} onLoad={load} />
      </details>
    </div>
  );
};

/** How alarms and reports reach people: channels, who is on duty, what follows when nobody answers. */
export const Delivery = () => {
  const account = useAccountSettings();
  return (
    <div className={styles.stack}>
      <Panel id="alarmDelivery" title={words.title}>
        <Loaded of={account.settings} rows={12}>
          {({ reply: { alerts } }) => (
            <AlertForm alerts={{ ...alerts, email: alerts.email ?? { enabled: false, emailIds: [] } }} account={account} />
          )}
        </Loaded>
      </Panel>
      <Panel id="reportRecipients" title={words.reports}>
        <Loaded of={account.settings} rows={2}>
          {({
            reply: {
              reports,
              account: { logo },
            },
          }) => (
            <>
              <ReportRecipients reports={reports} account={account} />
              <Logo logo={logo} account={account} />
            </>
          )}
        </Loaded>
      </Panel>
    </div>
  );
};
