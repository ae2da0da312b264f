import { listReportRuns, type ReportRun, readReportRunFile } from '../../../contract/plant/reports.ts';
import { iso, isoOrNull } from '../../../core/time.ts';
import { file as fileAnswer, type Route, route } from '../../../http/route.ts';
import { type RunFiles, runIdOf } from './runFiles.ts';
import type { ListedMail, ListedRun, ScheduleStore } from './scheduleStore.ts';

const mailOf = ({ recipient, state, attempts, dueAtMs, sentAtMs, error }: ListedMail): ReportRun['mails'][number] => ({
  recipient,
  state,
  attempts,
  nextTryAt: state === 'queued' ? iso(dueAtMs) : null,
  sentAt: isoOrNull(sentAtMs),
  error,
});

const runOf = ({ scheduleId, date, state, attempts, file, error, dueAtMs, madeAtMs, mails }: ListedRun): ReportRun => ({
  id: runIdOf({ scheduleId, date }),
  scheduleId,
  date,
  state,
  dueAt: iso(dueAtMs),
  madeAt: isoOrNull(madeAtMs),
  attempts,
  file,
  error,
  mails: mails.map(mailOf),
});

/** What schedules made. */
export const scheduleRoutes = (store: Pick<ScheduleStore, 'list'>, files: Pick<RunFiles, 'read'>): Route[] => [
  route(listReportRuns)(async ({ query: { scheduleId, limit } }, { caller }) => ({
    runs: (await store.list(caller.industryId, { scheduleId, limit })).map(runOf),
  })),
  route(readReportRunFile)(async ({ params }, { caller }) => fileAnswer(await files.read(caller.industryId, params.id))),
];
