import { Button } from '@mantine/core';
import { useState } from 'react';
import { cancelPairing, confirmPairing, openPairing, type Pairing } from '../../../../server/contract/plant/accounts/phones.ts';
import { useSend } from '../../../api/useEndpoint.ts';
import { FormProblem, TextField } from '../../../parts/form/fields.tsx';
import { useForm } from '../../../parts/form/useForm.ts';
import { QrPicture } from '../../../parts/qr/QrPicture.tsx';
import { explain } from '../../../parts/states.tsx';
import { useProfile } from '../../../state/services.ts';
import { clockTime } from '../../../text/times.ts';
import styles from '../Page.module.css';
import own from './Devices.module.css';
import { words } from './words.ts';

type Opened = { pairing: Pairing; qr: string };

/** The phone that waits: the number is compared by the person, and nothing else lets it in. */
const Waiting = ({ pairing, onDone }: { pairing: Pairing; onDone: (said: string | null) => void }) => {
  const confirm = useSend(confirmPairing);
  const cancel = useSend(cancelPairing);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown) => setProblem(explain(error));
  const params = { id: pairing.id };
  const comparison = pairing.comparison ?? '';
  return (
    <>
      <p>
        <strong>{words.waits(pairing.model ?? '', pairing.name)}</strong>
      </p>
      <p className={own.number}>{comparison}</p>
      <p>{words.compare}</p>
      <FormProblem>{problem}</FormProblem>
      <div className={styles.buttons}>
        <Button
          loading={confirm.busy}
          onClick={() => confirm.send({ params, body: { comparison } }).then(() => onDone(words.paired(pairing.name)), fail)}
        >
          {words.same}
        </Button>
        <Button variant="default" loading={cancel.busy} onClick={() => cancel.send({ params }).then(() => onDone(null), fail)}>
          {words.notSame}
        </Button>
      </div>
    </>
  );
};

/** One code from its opening until a phone is in, turned away, or too late. */
const OpenCode = ({
  opened,
  now,
  onDone,
}: {
  opened: Opened;
  now: Pairing | undefined;
  onDone: (said: string | null) => void;
}) => {
  const { timezone } = useProfile();
  const cancel = useSend(cancelPairing);
  const { pairing, qr } = opened;
  if (now?.state === 'claimed') return <Waiting pairing={now} onDone={onDone} />;
  const ended = now === undefined ? words.over : now.state === 'void' ? words.voided : null;
  return (
    <>
      {ended === null ? (
        <>
          <p>
            <strong>{words.scan(pairing.name)}</strong>
          </p>
          <QrPicture text={qr} label={words.picture} />
          <p className={styles.sub}>{words.validUntil(clockTime(Date.parse(pairing.expiresAt), timezone))}</p>
        </>
      ) : (
        <p role="status">{ended}</p>
      )}
      <div>
        <Button
          variant="default"
          loading={cancel.busy}
          onClick={() => {
            const close = () => onDone(null);
            if (now === undefined) close();
            else cancel.send({ params: { id: pairing.id } }).then(close, close);
          }}
        >
          {words.cancel}
        </Button>
      </div>
    </>
  );
};

/** Asks whose phone it is, then shows the code. @param pairings those that the server says are open. */
export const PairPhone = ({ pairings, onOpen }: { pairings: readonly Pairing[]; onOpen: (isOpen: boolean) => void }) => {
  const open = useSend(openPairing);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [said, setSaid] = useState('');
  const form = useForm({ schema: openPairing.body, start: { name: '' } });
  if (opened !== null) {
    const now = pairings.find(({ id }) => id === opened.pairing.id);
    const done = (message: string | null) => {
      setSaid(message ?? '');
      setOpened(null);
      onOpen(false);
    };
    return (
      <div className={styles.stack}>
        <OpenCode opened={opened} now={now} onDone={done} />
      </div>
    );
  }
  return (
    <form
      className={styles.stack}
      noValidate
      aria-label={words.openCode}
      onSubmit={(event) => {
        event.preventDefault();
        const body = form.check();
        if (body === null) return;
        open.send({ body }).then((reply) => {
          form.settle({ name: '' });
          setSaid('');
          setOpened(reply);
          onOpen(true);
        }, form.refuse);
      }}
    >
      <TextField of={form.bind('name')} label={words.whose} />
      <FormProblem>{form.problem}</FormProblem>
      <p role="status">{said}</p>
      <div>
        <Button type="submit" loading={open.busy}>
          {words.openCode}
        </Button>
      </div>
    </form>
  );
};
