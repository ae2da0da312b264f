import { useState } from 'react';
import type { Endpoint, Sent } from '../../../server/contract/endpoint.ts';
import { download } from '../../parts/downloads.ts';
import { explain } from '../../parts/states.tsx';
import { isMissing } from '../../state/fresh.ts';
import { useServices } from '../../state/services.ts';
import { words } from './words.ts';

export type Making = {
  id: number;
  label: string;
  startedMs: number;
  state: 'making' | 'done' | 'failed' | 'cancelled';
  /** Why it failed. */
  problem: string | null;
  cancel: () => void;
};

/** A report of a year of 5-minute values takes its time. */
const mostMs = 10 * 60_000;

/** Files that are being made: each is handed to the browser when it is there, can be cancelled, and says why it failed. */
export const useMaking = () => {
  const { session, clock } = useServices();
  const [all, setAll] = useState<readonly Making[]>([]);

  const make = <E extends Endpoint>(label: string, row: E, sent: Sent<E>): void => {
    const abort = new AbortController();
    const id = clock.now();
    const settle = (state: Making['state'], problem: string | null = null) =>
      setAll((before) => before.map((one) => (one.id === id ? { ...one, state, problem } : one)));
    const one: Making = { id, label, startedMs: id, state: 'making', problem: null, cancel: () => abort.abort() };
    setAll((before) => [one, ...before].slice(0, 5));
    session.requestFile(row, sent, abort.signal, mostMs).then(
      ({ blob, name }) => {
        download(blob, name);
        settle('done');
      },
      (error: unknown) =>
        abort.signal.aborted ? settle('cancelled') : settle('failed', isMissing(error) ? words.nothing : explain(error)),
    );
  };

  return { all, make };
};
