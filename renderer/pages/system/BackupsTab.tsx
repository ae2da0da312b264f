import { Button } from '@mantine/core';
import { useState } from 'react';
import { type MissingHistory, mergeMissing, readBackup, startBackup, startDrill } from '../../../server/contract/plant/backup.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { FormProblem } from '../../parts/form/fields.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { explain } from '../../parts/states.tsx';
import { useProfile, useServices } from '../../state/services.ts';
import { formatUpTo } from '../../text/numbers.ts';
import { dateAndTime, dateWithYearAndTime, formatAge } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { formatBytes } from './bytes.ts';
import styles from './Page.module.css';
import { Policy } from './Policy.tsx';
import { RecoveryKit } from './RecoveryKit.tsx';
import { Rows } from './Rows.tsx';
import { Snapshots } from './Snapshots.tsx';
import { words } from './words.ts';

type State = (typeof readBackup)['reply']['_output'];

/** How well the plant is backed up: what needs a look first. */
const Standing = ({ state }: { state: State }) => {
  const { clock } = useServices();
  const { timezone } = useProfile();
  const backup = useSend(startBackup);
  const drill = useSend(startDrill);
  const [problem, setProblem] = useState<string | null>(null);
  const run = (sending: Promise<unknown>) => {
    setProblem(null);
    sending.catch((error: unknown) => setProblem(explain(error)));
  };
  const { lastVerified, kit, folder, fingerprint, epoch, findings, running } = state;
  return (
    <div className={styles.stack}>
      {findings.length === 0 ? <p>{words.noFindings}</p> : null}
      <ul className={styles.findings} aria-label={words.findings}>
        {findings.map(({ code }) => (
          <li key={code} className={styles.notice}>
            {words.findingWords[code]}
          </li>
        ))}
      </ul>
      <dl className={styles.facts}>
        <dt>{words.lastVerified}</dt>
        <dd>
          {lastVerified === null
            ? words.none
            : `${dateAndTime(Date.parse(lastVerified.at), timezone)} (${words.ago(formatAge(clock.now() - Date.parse(lastVerified.at)))})`}
        </dd>
        <dt>{words.folder}</dt>
        <dd className={styles.mono}>{folder}</dd>
        <dt>{words.kit}</dt>
        <dd>{kit === null ? words.none : words.kitMade(dateWithYearAndTime(Date.parse(kit.createdAt), timezone))}</dd>
        <dt>{words.identity}</dt>
        <dd>
          <span className={styles.mono}>{fingerprint}</span> ({words.epoch(epoch)})
        </dd>
      </dl>
      <p role="status">{running ? words.running : ''}</p>
      <div className={styles.buttons}>
        <Button disabled={running} loading={backup.busy} onClick={() => run(backup.send({}))}>
          {words.backupNow}
        </Button>
        <Button variant="default" disabled={running} loading={drill.busy} onClick={() => run(drill.send({}))}>
          {words.drillNow}
        </Button>
        <RecoveryKit />
      </div>
      <FormProblem>{problem}</FormProblem>
    </div>
  );
};

/** Days that a backup holds and the plant lost with its database: taken in, or left, by a person. */
const Missing = ({ missing }: { missing: MissingHistory }) => {
  const { timezone } = useProfile();
  const decide = useSend(mergeMissing, 10 * 60_000);
  const [note, setNote] = useState<string | null>(null);
  const send = (decision: 'merge' | 'leave') =>
    decide.send({ body: { decision } }).then(
      ({ days }) => setNote(words.merged(days)),
      (error: unknown) => setNote(explain(error)),
    );
  const days = missing.series.reduce((sum, one) => sum + one.days, 0);
  return (
    <div className={styles.stack}>
      <p>
        {words.missingSince(dateAndTime(Date.parse(missing.since), timezone))} {words.missingSeries(missing.series.length, days)}
      </p>
      <div className={styles.buttons}>
        <Button loading={decide.busy} onClick={() => void send('merge')}>
          {words.merge}
        </Button>
        <Button variant="default" disabled={decide.busy} onClick={() => void send('leave')}>
          {words.leave}
        </Button>
      </div>
      <FormProblem>{note}</FormProblem>
    </div>
  );
};

const Runs = ({ runs }: { runs: State['runs'] }) => {
  const { timezone } = useProfile();
  if (runs.length === 0) return <p className={styles.note}>{words.noRuns}</p>;
  return (
    <Rows
      label={words.runs}
      columns={words.runColumns}
      rows={runs.map(({ id, startedAt, kind, outcome, bytes, days, questions }) => ({
        key: id,
        cells: [
          dateAndTime(Date.parse(startedAt), timezone),
          words.runKinds[kind],
          questions === null
            ? words.outcomes[outcome]
            : `${words.outcomes[outcome]}, ${words.sameAnswers(questions.filter(({ same }) => same).length, questions.length)}`,
          bytes === null ? text.noValue : formatBytes(bytes),
          days === null ? text.noValue : formatUpTo(days, 0),
        ],
      }))}
    />
  );
};

export const BackupsTab = () => {
  const state = useEndpoint(readBackup, {}, { everyMs: 5000 });
  return (
    <div className={styles.stack}>
      <Panel id="backup" title={words.tabs.backups} fresh={state.fresh}>
        <Loaded of={state} rows={6}>
          {(data) => <Standing state={data} />}
        </Loaded>
      </Panel>
      {state.data?.missing == null ? null : (
        <Panel id="missing" title={words.missing}>
          <Missing missing={state.data.missing} />
        </Panel>
      )}
      <Panel id="snapshots" title={words.snapshots}>
        <Snapshots />
      </Panel>
      <div className={styles.split}>
        <Panel id="policy" title={words.policy}>
          <Policy />
        </Panel>
        <Panel id="runs" title={words.runs} fresh={state.fresh}>
          <Loaded of={state} rows={4}>
            {({ runs }) => <Runs runs={runs} />}
          </Loaded>
        </Panel>
      </div>
    </div>
  );
};
