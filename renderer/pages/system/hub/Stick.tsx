import { Button } from '@mantine/core';
import { useState } from 'react';
import { exportToStick, importResult, resultFile } from '../../../../server/contract/plant/sync.ts';
import { useSend } from '../../../api/useEndpoint.ts';
import { FileButton } from '../../../parts/editor/FileButton.tsx';
import { DateBox } from '../../../parts/form/DateBox.tsx';
import { FormProblem, TextField } from '../../../parts/form/fields.tsx';
import { useForm } from '../../../parts/form/useForm.ts';
import { explain } from '../../../parts/states.tsx';
import styles from '../Page.module.css';
import { words } from './words.ts';

const patientMs = 10 * 60_000;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** What the hub lacks, written to a folder, and the hub's receipt on the way back. */
export const Stick = () => {
  const write = useSend(exportToStick, patientMs);
  const takeIn = useSend(importResult, patientMs);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    schema: exportToStick.body,
    start: { folder: '', from: '', to: '' },
    body: ({ folder, from, to }) => ({
      folder: folder.trim(),
      ...(from === '' ? {} : { from }),
      ...(to === '' ? {} : { to }),
    }),
  });
  const onReceipt = async (file: File): Promise<void> => {
    setSaid('');
    const read = resultFile.safeParse(parsed(await file.text()));
    if (!read.success) return setProblem(words.unreadable);
    setProblem(null);
    await takeIn.send({ body: read.data }).then(
      () => setSaid(words.takenIn),
      (error: unknown) => setProblem(explain(error)),
    );
  };
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={words.stick}
      onSubmit={(event) => {
        event.preventDefault();
        setSaid('');
        const body = form.check();
        if (body !== null)
          write.send({ body }).then(({ files, days }) => setSaid(words.written(files.length, days)), form.refuse);
      }}
    >
      <p className={styles.note}>{words.stickHint}</p>
      <TextField of={form.bind('folder')} label={words.folder} hint={words.folderHint} mono />
      <DateBox of={form.bind('from')} label={words.from} hint={words.dayHint} />
      <DateBox of={form.bind('to')} label={words.to} />
      <FormProblem>{problem ?? form.problem}</FormProblem>
      <p role="status">{said}</p>
      <div className={styles.buttons}>
        <Button type="submit" variant="default" loading={write.busy}>
          {words.write}
        </Button>
        <FileButton label={words.takeIn} accept=".hwr,application/json" onFile={(file) => void onReceipt(file)} />
      </div>
    </form>
  );
};
