import type { Retention } from '../../contract/plant/diagnostics.ts';
import { dateOfDay } from '../../core/shift.ts';
import { DAY_MS, iso } from '../../core/time.ts';

export type RetentionFacts = {
  nowMs: number;
  /** First shift day of which anything is kept, as days since 1970-01-01. */
  firstDay: number | null;
  /** When the oldest entry of the audit log was written. */
  firstEntryMs: number | null;
  /** Times of the backups that are there. */
  backupTimes: readonly number[];
  keep: { newest: number; days: number; months: number };
  hasVerifiedBackup: boolean;
  fullOn: string | null;
  isGrowthKnown: boolean;
  isFull: boolean;
  isNear: boolean;
};

/** What schedules made: more than the year that an inspector asks for (reports/schedules/runFiles.ts). */
const REPORT_DAYS = 400;
/** Ended sessions, for whoever asks who was logged in (auth/store.ts). */
const SESSION_DAYS = 90;

const dateOf = (ms: number): string => iso(ms).slice(0, 10);
const oldest = (ms: number | null): string | null => (ms === null ? null : dateOf(ms));

const questionOf = ({ isFull, isNear, fullOn, hasVerifiedBackup }: RetentionFacts): string | null => {
  if (!isFull && !isNear) return null;
  const when = isFull ? 'The disk is full' : `The disk is full on about ${fullOn}`;
  const held = hasVerifiedBackup
    ? 'what the last verified backup holds is safe'
    : 'no verified backup holds the readings, so choose a folder for backups on another disk first';
  return `${when}. Nothing of the plant is freed by itself: give it a larger disk, or remove what others keep there; ${held}.`;
};

/** What is kept until when, in words with dates. See docs/decisions/nothing-is-freed.md. */
export const retentionOf = (facts: RetentionFacts): Retention => {
  const { nowMs, firstDay, firstEntryMs, backupTimes, keep, fullOn, isGrowthKnown } = facts;
  const first = firstDay === null ? null : dateOfDay(firstDay);
  const before = (days: number): string => dateOf(nowMs - days * DAY_MS);
  const forGood = { until: 'for good: nothing is deleted by itself', deletedBefore: null };
  const oldestBackup = backupTimes.length === 0 ? null : Math.min(...backupTimes);
  return {
    at: iso(nowMs),
    classes: [
      { class: 'readings', what: 'five-minute slots of every series', ...forGood, oldest: first },
      {
        class: 'dayTotals',
        what: 'totals of every day, and what months and years are made of',
        ...forGood,
        until: 'for good; they would outlive the slots',
        oldest: first,
      },
      {
        class: 'chainedLogs',
        what: 'audit log, alarms, commands, counter ledger',
        ...forGood,
        until: 'for good: a chain from which entries are taken proves nothing',
        oldest: oldest(firstEntryMs),
      },
      { class: 'settings', what: 'settings and drawings, with every version', ...forGood, oldest: null },
      {
        class: 'reports',
        what: 'files that schedules made',
        until: `${REPORT_DAYS} days; they can be made again from the readings`,
        oldest: null,
        deletedBefore: before(REPORT_DAYS),
      },
      {
        class: 'sessions',
        what: 'sessions that ended',
        until: `${SESSION_DAYS} days after they could last be used; one-time codes and counts of wrong passwords a day`,
        oldest: null,
        deletedBefore: before(SESSION_DAYS),
      },
      {
        class: 'liveMessages',
        what: 'messages to apps that were not connected',
        until: 'the newest 10,000 of an industry',
        oldest: null,
        deletedBefore: null,
      },
      {
        class: 'backups',
        what: 'backups in their folder',
        until: `the newest ${keep.newest}, one a day of the last ${keep.days} days, one a month of the last ${keep.months} months; the newest verified one always`,
        oldest: oldest(oldestBackup),
        deletedBefore: null,
      },
      {
        class: 'setAside',
        what: 'damaged databases and plants that a restore replaced',
        until: 'until a person removes their folder',
        oldest: null,
        deletedBefore: null,
      },
    ],
    fullOn,
    isGrowthKnown,
    question: questionOf(facts),
  };
};
