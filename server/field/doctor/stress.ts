import type { StressResult, StressSpec } from '../../contract/plant/tools/line.ts';
import type { Clock } from '../../core/clock.ts';
import { isFailure } from '../../core/fail.ts';
import type { ToolRun } from '../../core/field/fieldTools.ts';

type Counted = Pick<StressResult, 'sent' | 'exceptions' | 'timeouts' | 'crcErrors' | 'badAnswers'>;

const readsPerReport = 10;
/** Share of unanswered or damaged reads up to which a line is good, and up to which it is to be watched. */
const [goodPct, watchPct] = [0.2, 2];

/** Reads one area again and again and gives a verdict on the line. Fails with `linkDown` when the line is lost. */
export const stressLine = async (
  { reads }: StressSpec,
  read: () => Promise<{ answerMs: number }>,
  { signal, onProgress }: ToolRun<StressResult>,
  clock: Clock,
): Promise<void> => {
  const counted: Counted = { sent: 0, exceptions: 0, timeouts: 0, crcErrors: 0, badAnswers: 0 };
  const answersMs: number[] = [];
  const startedMs = clock.monotonicMs();
  const report = (isOver: boolean): void => {
    const elapsedSeconds = (clock.monotonicMs() - startedMs) / 1000;
    const left = reads - counted.sent;
    const remainingSeconds = counted.sent === 0 ? null : Math.round((left * elapsedSeconds) / counted.sent);
    const progress = { done: counted.sent, total: reads, now: `read ${counted.sent} of ${reads}`, remainingSeconds };
    onProgress(progress, resultOf(counted, answersMs, elapsedSeconds, isOver));
  };
  report(false);
  try {
    while (counted.sent < reads) {
      signal.throwIfAborted();
      try {
        answersMs.push((await read()).answerMs);
      } catch (error) {
        count(counted, error);
      }
      counted.sent += 1;
      if (counted.sent % readsPerReport === 0) report(false);
    }
  } finally {
    report(true);
  }
};

/** What cannot be counted ends the work. */
const count = (counted: Counted, error: unknown): void => {
  if (isFailure(error, 'exception')) counted.exceptions += 1;
  else if (isFailure(error, 'timeout')) counted.timeouts += 1;
  else if (isFailure(error, 'crc')) counted.crcErrors += 1;
  else if (isFailure(error, 'badAnswer')) counted.badAnswers += 1;
  else throw error;
};

const noVerdict = { verdict: null, words: 'Still reading.' } as const;
const resultOf = (counted: Counted, answersMs: readonly number[], seconds: number, isOver: boolean): StressResult => {
  const sorted = answersMs.toSorted((a, b) => a - b);
  const at = (share: number): number | null => {
    const ms = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    return ms === undefined ? null : Math.round(10 * ms) / 10;
  };
  const figures = {
    ...counted,
    ok: sorted.length + counted.exceptions,
    answerMsP50: at(0.5),
    answerMsP95: at(0.95),
    answerMsMax: at(1),
    perSecond: seconds > 0 ? Math.round((10 * counted.sent) / seconds) / 10 : null,
  };
  return { ...figures, ...(isOver && counted.sent > 0 ? verdictOf(figures) : noVerdict) };
};

const verdictOf = (figures: Omit<StressResult, 'verdict' | 'words'>): Pick<StressResult, 'verdict' | 'words'> => {
  const { sent, ok, timeouts, crcErrors, badAnswers, answerMsP95 } = figures;
  const failed = timeouts + crcErrors + badAnswers;
  const pct = Math.round((1000 * failed) / sent) / 10;
  if (ok === 0)
    return { verdict: 'bad', words: `None of ${sent} reads was answered. Check unit id, wiring and settings; scan the line.` };
  if (pct <= goodPct) {
    const how = answerMsP95 === null ? 'all with refusals: an address that exists says more' : `95 % within ${answerMsP95} ms`;
    return { verdict: 'good', words: `${ok} of ${sent} reads were answered, ${how}.` };
  }
  const cause =
    crcErrors >= timeouts
      ? 'Most of them came damaged: check termination, bias, shield and the distance to inverters.'
      : 'Most of them came too late or not at all: raise the timeout, then check power and terminals of the device.';
  return { verdict: pct <= watchPct ? 'watch' : 'bad', words: `${pct} % of ${sent} reads failed. ${cause}` };
};
