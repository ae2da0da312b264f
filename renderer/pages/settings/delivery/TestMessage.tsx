import { Button } from '@mantine/core';
import { useState } from 'react';
import { testChannel } from '../../../../server/contract/plant/channels.ts';
import { useSend } from '../../../api/useEndpoint.ts';
import { TextField } from '../../../parts/form/fields.tsx';
import { useForm } from '../../../parts/form/useForm.ts';
import { explain } from '../../../parts/states.tsx';
import styles from '../Page.module.css';
import { words } from './words.ts';

/** Sends one message by a channel and says whether the other side took it. */
export const TestMessage = ({ channel }: { channel: 'email' | 'sms' | 'messaging' | 'push' }) => {
  const send = useSend(testChannel, 60_000);
  const [done, setDone] = useState<string | null>(null);
  const form = useForm({ schema: testChannel.body, start: { to: '' } });
  return (
    <form
      className={styles.inline}
      noValidate
      aria-label={words.testTitle(words.channels[channel])}
      onSubmit={(event) => {
        event.preventDefault();
        setDone(null);
        const body = form.check();
        if (body === null) return;
        send.send({ params: { channel }, body }).then(
          () => setDone(words.testDone(body.to)),
          (error: unknown) => setDone(words.testFailed(explain(error))),
        );
      }}
    >
      <TextField of={form.bind('to')} label={words.testTo} hint={words.testToHints[channel]} />
      <Button type="submit" variant="default" loading={send.busy}>
        {words.test}
      </Button>
      <p role="status">{done ?? ''}</p>
    </form>
  );
};
