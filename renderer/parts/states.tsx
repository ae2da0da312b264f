import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { ErrorBody } from '../../server/contract/errors.ts';
import { ApiError } from '../api/call.ts';
import { useNow } from '../state/now.ts';
import { useServices } from '../state/services.ts';
import { language } from '../text/language.ts';
import { isSystemMessage, saySystem } from '../text/systemWords.ts';
import { text } from '../text/words.ts';
import { asSentence, ruleOf, sentenceOf } from './form/refusal.ts';
import styles from './states.module.css';

/** As long as one waits without a word. */
const wordlessMs = 5000;

/** Grey rows in the place of what is coming, and words where that takes long. */
export const LoadingRows = ({ rows, height = '1.5rem' }: { rows: number; height?: string }) => {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const late = setTimeout(() => setIsLate(true), wordlessMs);
    return () => clearTimeout(late);
  }, []);
  return (
    <div className={styles.rows} role="status" aria-label={text.loading}>
      {isLate ? <p className={styles.body}>{text.notCome}</p> : null}
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={styles.row} style={{ height }} />
      ))}
    </div>
  );
};

export const Empty = ({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) => (
  <div className={styles.empty}>
    <p className={styles.title}>{title}</p>
    {children === undefined ? null : <p className={styles.body}>{children}</p>}
    {action}
  </div>
);

/** A sentence of the server within another. */
const asReason = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());

/** The first thing that is refused, in English. */
const refused = ({ message, errors = [] }: ErrorBody): string => {
  const first = errors.find((one) => one.message === message);
  return first === undefined ? asSentence(message) : sentenceOf(ruleOf(message, first.path));
};

/** What a failed call means for the person before it. */
export const explain = (error: unknown): string =>
  error instanceof ApiError && error.mayBeDone ? `${causeOf(error)} ${text.errors.mayBeDone}` : causeOf(error);

/** The same without what became of a change, for who says that in words of their own. */
export const causeOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return text.errors.page;
  const { failure, mayBeDone } = error;
  if (failure.kind === 'unreachable') return failure.timedOut ? text.errors.timeout : text.errors.unreachable;
  if (failure.kind === 'unreadable' && failure.foreign) return text.errors.foreign;
  if (failure.kind === 'unreadable' && failure.http < 500) return text.errors.unreadable;
  if (failure.http >= 500 && mayBeDone) return text.errors.failed;
  if (failure.kind === 'unreadable') return text.errors.server;
  if (failure.http === 429) return text.errors.rateLimit(failure.body.retryAfterSeconds ?? 60);
  if (failure.body.reason === 'permission') return text.errors.permission;
  if (failure.http === 404) return text.errors.notFound;
  if (failure.http === 503) return text.errors.busy(asReason(failure.body.message));
  if (failure.http >= 500) return text.errors.server;
  // the server words a refusal in English; another language has its own, general sentence
  const { message } = failure.body;
  if (isSystemMessage(message)) return asSentence(saySystem(message));
  return language() === 'en' ? refused(failure.body) : text.errors.refused;
};

/** "again in 8 s" while a next try is planned. */
const NextTry = ({ atMs }: { atMs: number }) => {
  const { clock } = useServices();
  const seconds = Math.max(0, Math.ceil((atMs - useNow(clock)) / 1000));
  return <p className={styles.body}>{seconds === 0 ? text.page.trying : text.page.next(seconds)}</p>;
};

type FailedProps = { error: unknown; onRetry: () => void; nextTryMs?: number | null };

/** Says what failed, when it is tried again by itself, and names the request so that the log can be searched for it. */
export const Failed = ({ error, onRetry, nextTryMs = null }: FailedProps) => {
  // each try that fails has an error of its own: until then the one that was asked for here is under way
  const [retried, setRetried] = useState<unknown>(null);
  const retry = () => {
    setRetried(error);
    onRetry();
  };
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className={styles.empty} role="alert">
      <p className={styles.title}>{text.errors.title}</p>
      <p className={styles.body}>{explain(error)}</p>
      {nextTryMs === null ? null : <NextTry atMs={nextTryMs} />}
      <Button variant="default" onClick={retry} loading={retried === error}>
        {text.errors.retry}
      </Button>
      {requestId === null ? null : <p className={styles.id}>{text.errors.requestId(requestId)}</p>}
    </div>
  );
};
