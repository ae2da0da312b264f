import { Button } from '@mantine/core';
import { useState } from 'react';
import { listBackups, restoreBackup, verifyBackup } from '../../../server/contract/plant/backup.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { FormProblem, TextField } from '../../parts/form/fields.tsx';
import { useBound } from '../../parts/form/useBound.ts';
import { words as formWords } from '../../parts/form/words.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, explain } from '../../parts/states.tsx';
import { useProfile } from '../../state/services.ts';
import { formatUpTo } from '../../text/numbers.ts';
import { dateWithYearAndTime } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { formatBytes } from './bytes.ts';
import styles from './Page.module.css';
import { Rows } from './Rows.tsx';
import { words } from './words.ts';

type Snapshot = (typeof listBackups)['reply']['_output']['snapshots'][number];
type Purpose = 'replacement' | 'copy';

/** Replaces everything that is stored: asks what for, and for a word to be typed. */
const Restore = ({ snapshot, onClose }: { snapshot: Snapshot; onClose: () => void }) => {
  const { timezone } = useProfile();
  const restore = useSend(restoreBackup);
  const [purpose, setPurpose] = useState<Purpose>('replacement');
  const [typed, setTyped] = useState('');
  const ofTyped = useBound(typed, setTyped);
  const [note, setNote] = useState<string | null>(null);
  return (
    <Dialog title={words.restoreTitle(dateWithYearAndTime(Date.parse(snapshot.createdAt), timezone))} onCancel={onClose}>
      <div className={styles.stack}>
        <p>{words.restoreHint}</p>
        <Choice<Purpose>
          label={words.restoreAs}
          value={purpose}
          options={(['replacement', 'copy'] as const).map((value) => ({ value, label: words.restoreKinds[value] }))}
          onChoose={setPurpose}
        />
        <TextField of={ofTyped} label={formWords.typeName(words.restoreName)} />
        <FormProblem>{note}</FormProblem>
        <div className={styles.buttons}>
          <Button
            disabled={typed !== words.restoreName}
            loading={restore.busy}
            onClick={() =>
              restore
                .send({ params: { name: snapshot.name }, body: { as: purpose } })
                .then(onClose, (error: unknown) => setNote(explain(error)))
            }
          >
            {words.restoreDo}
          </Button>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};

/** The backups that are there, each to be read whole or to be put in place of what is stored. */
export const Snapshots = () => {
  const { timezone } = useProfile();
  const list = useEndpoint(listBackups, {}, { everyMs: 15_000 });
  const verify = useSend(verifyBackup);
  const [chosen, setChosen] = useState<Snapshot | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <Loaded of={list} rows={3} isEmpty={(data) => data.snapshots.length === 0} empty={<Empty title={words.noSnapshots} />}>
        {({ snapshots }) => (
          <Rows
            label={words.snapshots}
            columns={words.snapshotColumns}
            rows={snapshots.map((one) => ({
              key: one.name,
              cells: [
                dateWithYearAndTime(Date.parse(one.createdAt), timezone),
                formatBytes(one.bytes),
                one.days === null ? text.noValue : formatUpTo(one.days, 0),
                one.verifiedAt === null ? words.notVerified : dateWithYearAndTime(Date.parse(one.verifiedAt), timezone),
                <div key="do" className={styles.buttons}>
                  <Button
                    variant="default"
                    size="compact-md"
                    disabled={verify.busy}
                    onClick={() => {
                      setProblem(null);
                      verify.send({ params: { name: one.name } }).catch((error: unknown) => setProblem(explain(error)));
                    }}
                  >
                    {words.verify}
                  </Button>
                  <Button variant="default" size="compact-md" onClick={() => setChosen(one)}>
                    {words.restore}
                  </Button>
                </div>,
              ],
            }))}
          />
        )}
      </Loaded>
      <FormProblem>{problem}</FormProblem>
      {chosen === null ? null : <Restore snapshot={chosen} onClose={() => setChosen(null)} />}
    </>
  );
};
