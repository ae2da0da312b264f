import { Button } from '@mantine/core';
import { useState } from 'react';
import { adoptCertificate, releaseCertificate } from '../../../server/contract/plant/tls.ts';
import { useSend } from '../../api/useEndpoint.ts';
import { DeleteByName } from '../../parts/form/DeleteByName.tsx';
import { FormProblem, TextAreaField } from '../../parts/form/fields.tsx';
import { useForm } from '../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import styles from './Page.module.css';
import { words } from './program/words.ts';

const empty = { certificate: '', key: '' };
const isPem = (text: string): boolean => /^\s*-----BEGIN /.test(text);

/** A certificate that the owner brings, in place of the plant's; and the way back. */
export const OwnCertificate = ({ isOwn }: { isOwn: boolean }) => {
  const adopt = useSend(adoptCertificate, 30_000);
  const release = useSend(releaseCertificate, 30_000);
  const [done, setDone] = useState(false);
  const form = useForm({
    schema: adoptCertificate.body
      .refine(({ certificate }) => isPem(certificate), { path: ['certificate'] })
      .refine(({ key }) => isPem(key), {
        path: ['key'],
      }),
    start: empty,
    own: { certificate: words.pemWrong, key: words.pemWrong },
  });
  useLeaveWarning(form.isDirty);
  return (
    <div className={styles.stack}>
      <form
        className={styles.form}
        noValidate
        aria-label={words.certificate}
        onSubmit={(event) => {
          event.preventDefault();
          setDone(false);
          const body = form.check();
          if (body === null) return;
          adopt.send({ body }).then(() => {
            form.settle(empty);
            setDone(true);
          }, form.refuse);
        }}
      >
        <p className={styles.note}>{words.certificateHint}</p>
        <TextAreaField of={form.bind('certificate')} label={words.certificatePem} rows={5} />
        <TextAreaField of={form.bind('key')} label={words.keyPem} rows={5} />
        <FormProblem>{form.problem}</FormProblem>
        <p role="status">{done && !form.isDirty ? words.adopted : ''}</p>
        <div>
          <Button type="submit" variant="default" loading={adopt.busy}>
            {words.adopt}
          </Button>
        </div>
      </form>
      {isOwn ? (
        <DeleteByName name={words.releaseWord} hint={words.releaseHint} action={words.release} remove={() => release.send({})} />
      ) : null}
    </div>
  );
};
