import { Button } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { pairHub, readPairingCode } from '../../../../server/contract/plant/sync.ts';
import { useSend } from '../../../api/useEndpoint.ts';
import { CheckField, FormProblem, TextAreaField, TextField } from '../../../parts/form/fields.tsx';
import { numberOf } from '../../../parts/form/problems.ts';
import { useForm } from '../../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../../parts/form/useLeaveWarning.ts';
import { useProfile } from '../../../state/services.ts';
import { dateAndTime } from '../../../text/times.ts';
import styles from '../Page.module.css';
import { words } from './words.ts';

type Said = z.output<typeof readPairingCode.reply>;

const pairTimeoutMs = 60_000;
const flags = ['alarms', 'audit', 'commands', 'people', 'field', 'ticks', 'live'] as const;

/** Reads a pairing code first, so that the words can be compared, and pairs with what may leave the plant. */
export const PairHub = () => {
  const { timezone, industryId } = useProfile();
  const read = useSend(readPairingCode);
  const pair = useSend(pairHub, pairTimeoutMs);
  const [said, setSaid] = useState<Said | null>(null);
  const form = useForm({
    schema: pairHub.body,
    start: {
      code: '',
      industries: industryId,
      alarms: true,
      audit: false,
      commands: false,
      people: false,
      field: true,
      ticks: false,
      live: false,
      bytesPerHour: '',
    },
    body: ({ code, industries, bytesPerHour, ...may }) => ({
      code: code.trim(),
      share: {
        industries: industries
          .split(/[,\s]+/)
          .map((one) => one.trim())
          .filter(Boolean),
        ...may,
      },
      bytesPerHour: numberOf(bytesPerHour) ?? null,
    }),
    pathOf: (path) => path.replace(/^share\.industries(\.\d+)?$/, 'industries'),
  });
  useLeaveWarning(form.isDirty);
  const code = form.bind('code');
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={words.pair}
      onSubmit={(event) => {
        event.preventDefault();
        if (said === null) {
          if (!form.checkSome(['code'])) return;
          read.send({ body: { code: form.draft.code.trim() } }).then(setSaid, form.refuse);
          return;
        }
        const body = form.check();
        if (body !== null) pair.send({ body }).then(() => form.settle(), form.refuse);
      }}
    >
      <TextAreaField
        of={{
          ...code,
          onChange: (text) => {
            setSaid(null);
            code.onChange(text);
          },
        }}
        label={words.code}
        hint={words.codeHint}
        rows={4}
      />
      {said === null ? null : (
        <>
          <div className={styles.notice} role="status">
            <p>{words.leadsTo(said.url)}</p>
            <p>
              {words.hubWords}: <strong>{said.words}</strong>
            </p>
            <p>{words.compare}</p>
            <p>{words.codeEnds(dateAndTime(Date.parse(said.expiresAt), timezone))}</p>
          </div>
          <h3>{words.share}</h3>
          <TextField of={form.bind('industries')} label={words.industries} hint={words.industriesHint} />
          {flags.map((name) => (
            <CheckField key={name} label={words[name]} checked={form.draft[name]} onChange={(on) => form.set({ [name]: on })} />
          ))}
          <TextField of={form.bind('bytesPerHour')} label={words.bytesPerHour} hint={words.bytesHint} inputMode="numeric" />
        </>
      )}
      <FormProblem>{form.problem}</FormProblem>
      <div>
        <Button type="submit" loading={read.busy || pair.busy}>
          {said === null ? words.readCode : words.pair}
        </Button>
      </div>
    </form>
  );
};
