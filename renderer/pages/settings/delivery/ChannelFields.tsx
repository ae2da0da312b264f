import type { z } from 'zod';
import type { listChannels } from '../../../../server/contract/plant/channels.ts';
import { CheckField, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { useProfile } from '../../../state/services.ts';
import { saySystem } from '../../../text/systemWords.ts';
import { dateAndTime } from '../../../text/times.ts';
import styles from '../Page.module.css';
import own from './Delivery.module.css';
import type { ChannelName } from './draft.ts';
import { type DeliveryForm, field, isOn } from './fieldsOf.ts';
import { words } from './words.ts';

type Channel = z.output<typeof listChannels.reply>['channels'][number];

/** Whether a channel can send at all, what waits, what failed last. */
const State = ({ of }: { of: Channel }) => {
  const { timezone } = useProfile();
  const when = (at: string) => dateAndTime(Date.parse(at), timezone);
  return (
    <p className={styles.sub}>
      {of.channel === 'web' ? words.always : of.isSetUp ? words.isSetUp : words.notSetUp}{' '}
      {of.oldestWaitingAt === null ? '' : words.waiting(of.waiting, when(of.oldestWaitingAt))}{' '}
      {of.lastFailure === null ? '' : words.lastFailure(when(of.lastFailure.at), saySystem(of.lastFailure.message))}
    </p>
  );
};

/** One channel: whether it sends, from which priority on, to whom, and when it waits. */
export const ChannelFields = ({ form, name, state }: { form: DeliveryForm; name: ChannelName; state: Channel | undefined }) => {
  const path = (of: string) => `channels.${name}.${of}`;
  const priority = field(form, path('minPriority'));
  const hint = words.recipientHints[name];
  return (
    <fieldset className={own.group}>
      <legend>{words.channels[name]}</legend>
      {state === undefined ? null : <State of={state} />}
      <CheckField
        label={words.enabled}
        checked={isOn(form, path('enabled'))}
        onChange={(on) => form.set({ [path('enabled')]: on ? 'on' : '' })}
      />
      <div className={own.fields}>
        <SelectField
          of={priority}
          label={words.from}
          options={Object.entries(words.priorities).map(([value, label]) => ({ value, label }))}
        />
        {name === 'web' ? null : (
          <>
            <TextField of={field(form, path('quietHours.from'))} label={words.quietFrom} hint={words.quietHint} />
            <TextField of={field(form, path('quietHours.to'))} label={words.quietTo} />
          </>
        )}
      </div>
      {hint === undefined ? null : <TextField of={field(form, path('recipients'))} label={words.recipients} hint={hint} />}
      {name === 'push' ? <p className={styles.sub}>{words.pushTo}</p> : null}
    </fieldset>
  );
};
