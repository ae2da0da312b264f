import { type AlertSettings, alertSettings } from '../../../../server/contract/model/alertSettings.ts';
import { listChannels } from '../../../../server/contract/plant/channels.ts';
import { useAccountSettings } from '../../../api/useAccountSettings.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { words as formWords } from '../../../parts/form/words.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import styles from '../Page.module.css';
import { ChannelFields } from './ChannelFields.tsx';
import own from './Delivery.module.css';
import { bodyOf, channelNames, type DeliveryDraft, draftOf, fieldOf } from './draft.ts';
import { Escalation, Flood } from './Escalation.tsx';
import { FormEnd } from './FormEnd.tsx';
import { Gaps } from './Gaps.tsx';
import { Logo } from './Logo.tsx';
import { labelOf } from './labels.ts';
import { ReportRecipients } from './ReportRecipients.tsx';
import { Rotas } from './Rotas.tsx';
import { TestMessage } from './TestMessage.tsx';
import { useSettingsForm } from './useSettingsForm.ts';
import { Versions } from './Versions.tsx';
import { words } from './words.ts';

type Account = ReturnType<typeof useAccountSettings>;

/** Words of this form for times and whole numbers, whatever their place. */
const ownWords = (path: string): string | undefined => {
  if (/\.(from|to)$/.test(path)) return words.timeWrong;
  return /(afterMinutes|perTenMinutes)$/.test(path) ? words.wholeNumber : undefined;
};

const AlertForm = ({ alerts, account }: { alerts: AlertSettings; account: Account }) => {
  const channels = useEndpoint(listChannels, {}, { everyMs: 30_000 });
  const of = useSettingsForm({
    section: 'alerts',
    account,
    stored: { draft: draftOf(alerts), tag: JSON.stringify(alerts) },
    save: (body) => account.save({ alerts: body }),
    schema: alertSettings,
    body: (draft) => bodyOf(draft, alerts),
    own: ownWords,
    pathOf: fieldOf,
  });
  const { form } = of;
  const load = (then: DeliveryDraft) =>
    form.set({ ...Object.fromEntries(Object.keys(form.draft).map((path) => [path, undefined])), ...then });
  return (
    <div className={styles.stack}>
      <form
        className={styles.stack}
        noValidate
        aria-label={words.title}
        onSubmit={(event) => {
          event.preventDefault();
          of.submit();
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
        <Gaps settings={bodyOf(form.draft, alerts) as AlertSettings} />
        <FormEnd of={of} className={own.save} labelOf={labelOf} />
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
