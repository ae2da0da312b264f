import { Button } from '@mantine/core';
import { listReportRuns, type ReportRun, readReportRunFile } from '../../../server/contract/plant/reports.ts';
import { readSettings } from '../../../server/contract/user/accounts.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/states.tsx';
import { useProfile } from '../../state/services.ts';
import { dateWithYearAndTime, longDate } from '../../text/times.ts';
import styles from './Page.module.css';
import { subjectLine } from './subjectLine.ts';
import type { useMaking } from './useMaking.ts';
import { words } from './words.ts';

const everyMs = 30_000;

const Mails = ({ mails }: { mails: ReportRun['mails'] }) => {
  if (mails.length === 0) return <span className={styles.sub}>{words.noMail}</span>;
  return mails.map(({ recipient, state, error }) => (
    <span key={recipient} className={styles.mail} data-failed={state === 'failed' || undefined}>
      {recipient}: {words.mail[state]}
      {error === '' ? '' : ` (${error})`}
    </span>
  ));
};

/** What the schedules made, the latest first, with whom it reached. */
export const MadeList = ({ making }: { making: ReturnType<typeof useMaking> }) => {
  const { timezone } = useProfile();
  const runs = useEndpoint(listReportRuns, { query: {} }, { everyMs });
  const settings = useEndpoint(readSettings, {});
  const nameOf = (scheduleId: string): string => {
    const schedule = settings.data?.reports.schedules.find(({ id }) => id === scheduleId);
    return schedule === undefined ? words.goneSchedule : subjectLine(schedule);
  };
  return (
    <Loaded
      of={runs}
      rowHeight="3rem"
      isEmpty={(data) => data.runs.length === 0}
      empty={<Empty title={words.noRuns}>{words.noRunsHint}</Empty>}
    >
      {(data) => (
        <ul className={styles.list}>
          {data.runs.map((run) => (
            <li key={run.id} className={styles.run}>
              <span>
                <strong>{nameOf(run.scheduleId)}</strong>
                <span className={styles.sub}>{longDate(run.date)}</span>
              </span>
              <span className={styles.state} data-failed={run.state === 'failed' || undefined}>
                {run.madeAt === null
                  ? words.runState[run.state](dateWithYearAndTime(Date.parse(run.dueAt), timezone))
                  : words.runState.made(dateWithYearAndTime(Date.parse(run.madeAt), timezone))}
                {run.error === '' ? '' : `: ${run.error}`}
              </span>
              <span>
                <Mails mails={run.mails} />
              </span>
              {run.state === 'made' ? (
                <Button
                  variant="default"
                  onClick={() =>
                    making.make(`${nameOf(run.scheduleId)}, ${longDate(run.date)}`, readReportRunFile, { params: { id: run.id } })
                  }
                >
                  {words.openFile}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
};
