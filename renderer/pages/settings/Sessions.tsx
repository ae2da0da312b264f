import { Button } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import type { sessionView } from '../../../server/contract/plant/accounts/access.ts';
import { FormProblem } from '../../parts/form/fields.tsx';
import { explain } from '../../parts/states.tsx';
import { useProfile } from '../../state/services.ts';
import { dateAndTime } from '../../text/times.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

type Session = z.output<typeof sessionView>;
type Props = {
  sessions: readonly Session[];
  busy: boolean;
  /** Absent for who may not end them. */
  onEnd: ((id: string) => Promise<unknown>) | undefined;
};

/** Where somebody is signed in, since when; each can be ended. */
export const Sessions = ({ sessions, busy, onEnd }: Props) => {
  const { timezone } = useProfile();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <section aria-label={words.sessions}>
      <h3>{words.sessions}</h3>
      {sessions.length === 0 ? <p className={styles.sub}>{words.noSessions}</p> : null}
      <ul>
        {sessions.map(({ id, current, panel, platform, deviceId, createdAt, expiresAt, baseUrl, loginType }) => {
          const device = panel ? words.panel : (platform ?? deviceId ?? words.client);
          const since = words.since(dateAndTime(Date.parse(createdAt), timezone));
          return (
            <li key={id} className={styles.session}>
              <span>
                {device}
                {current ? ` (${words.thisOne})` : ''}
                <span className={styles.sub}>
                  {[baseUrl === null || baseUrl === '' ? null : words.cameFrom(baseUrl), words.loginTypes[loginType] ?? loginType]
                    .filter((one) => one !== null)
                    .join(', ')}
                </span>
              </span>
              <span className={styles.sub}>
                {since}, {words.until(dateAndTime(Date.parse(expiresAt), timezone))}
              </span>
              {onEnd === undefined ? null : (
                <Button
                  variant="default"
                  size="compact-md"
                  aria-label={`${words.end}: ${device}, ${since}`}
                  disabled={busy || current}
                  onClick={() => onEnd(id).catch((error: unknown) => setProblem(explain(error)))}
                >
                  {words.end}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <FormProblem>{problem}</FormProblem>
    </section>
  );
};
