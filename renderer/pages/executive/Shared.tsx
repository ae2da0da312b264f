import { useEffect, useState } from 'react';
import { type ExecutiveSummary, executiveData, executiveVirtualLogin } from '../../../server/contract/user/executiveSummary.ts';
import { ApiError, call } from '../../api/call.ts';
import { isOver } from '../../api/refusals.ts';
import { Empty, explain, LoadingRows } from '../../parts/states.tsx';
import { text } from '../../text/words.ts';
import { KeyFigures, Plants, Trends, targetsOf } from './Figures.tsx';
import styles from './Page.module.css';
import { words } from './words.ts';

/** A ticket opens once; asking twice (React does, while it is developed) must not use it up. */
const asked = new Map<string, Promise<ExecutiveSummary>>();
const summaryFor = (ticket: string): Promise<ExecutiveSummary> => {
  const known = asked.get(ticket);
  if (known !== undefined) return known;
  const found = call(executiveVirtualLogin, { query: { token: ticket } }).then(({ access_token: token }) =>
    call(executiveData, { query: {} }, { token }),
  );
  asked.set(ticket, found);
  return found;
};

/** The server itself says no to the link; anything else says nothing of it. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && isOver(error);

/** The executive summary for somebody with a link and without a login. */
export const SharedExecutive = () => {
  const [state, setState] = useState<ExecutiveSummary | 'loading' | { error: unknown }>('loading');
  useEffect(() => {
    summaryFor(decodeURIComponent(location.hash.slice(1)))
      .then(setState)
      .catch((error: unknown) => setState({ error }));
  }, []);
  return (
    <main className={styles.shared}>
      <h1>
        {text.nav.executive} <span className={styles.quiet}>{words.shared}</span>
      </h1>
      {state === 'loading' ? <LoadingRows rows={6} height="4rem" /> : null}
      {state === 'loading' ? null : 'error' in state ? (
        <Empty title={isRefused(state.error) ? words.sharedUsed : explain(state.error)} />
      ) : (
        <>
          <p>
            {state.window.label}: {words.verdict(targetsOf(state))}
          </p>
          <KeyFigures data={state} />
          <Plants industries={state.industries} />
          <Trends data={state} />
        </>
      )}
    </main>
  );
};
