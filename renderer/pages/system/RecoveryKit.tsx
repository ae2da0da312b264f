import { Button } from '@mantine/core';
import { useState } from 'react';
import { makeRecoveryKit } from '../../../server/contract/plant/backup.ts';
import { useSend } from '../../api/useEndpoint.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { FormProblem } from '../../parts/form/fields.tsx';
import { QrPicture } from '../../parts/qr/QrPicture.tsx';
import { explain } from '../../parts/states.tsx';
import { text } from '../../text/words.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

/** Makes the kit that opens the backups on any machine, and shows it this once. Closing by mistake would lose it. */
export const RecoveryKit = () => {
  const make = useSend(makeRecoveryKit, 60_000);
  const [kit, setKit] = useState<{ words: string; qr: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <Button
        variant="default"
        loading={make.busy}
        onClick={() => {
          setProblem(null);
          make.send({}).then(setKit, (error: unknown) => setProblem(explain(error)));
        }}
      >
        {words.makeKit}
      </Button>
      <FormProblem>{problem}</FormProblem>
      {kit === null ? null : (
        <Dialog title={words.kit}>
          <div className={styles.stack}>
            <p>{words.kitOnce}</p>
            <ol className={styles.kit} aria-label={words.kit}>
              {kit.words.split(' ').map((word, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, its place is what counts
                <li key={at}>{word}</li>
              ))}
            </ol>
            <QrPicture text={kit.qr} label={words.kitQr} />
            <div className={styles.buttons}>
              <Button variant="default" onClick={() => globalThis.print()}>
                {text.page.print}
              </Button>
              <Button onClick={() => setKit(null)}>{words.kitDone}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
};
