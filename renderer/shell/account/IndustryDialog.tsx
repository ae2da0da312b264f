import { Button } from '@mantine/core';
import { useState } from 'react';
import { alertsOfAll } from '../../../server/contract/user/alerts.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { explain } from '../../parts/states.tsx';
import { useNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { dateOf, toDmy } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import styles from './IndustryDialog.module.css';

/** The plants for which an internal user may act; the password is asked once more, because it is another session. */
export const IndustryDialog = ({ onClose }: { onClose: () => void }) => {
  const { session, clock } = useServices();
  const { industryId, timezone } = useProfile();
  const today = toDmy(dateOf(useNow(clock), timezone));
  const all = useEndpoint(alertsOfAll, { query: { startDate: today, type: 'daily' } });
  // the question for the password takes its place
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (id: string) => {
    setProblem(null);
    setAsking(true);
    session.actFor(id).then(
      // every page of the other plant is read anew
      (isDone) => (isDone ? location.assign('/') : setAsking(false)),
      (error: unknown) => {
        setAsking(false);
        setProblem(explain(error));
      },
    );
  };
  if (isAsking) return null;
  return (
    <Dialog title={text.industry.title} onCancel={onClose}>
      <div className={styles.stack}>
        <p>{text.industry.body}</p>
        <Loaded of={all} rows={3}>
          {({ alertsByIndustry }) => {
            const found = Object.entries(alertsByIndustry).toSorted(([, a], [, b]) =>
              a.industryName.localeCompare(b.industryName),
            );
            return found.length === 0 ? (
              <p>{text.industry.none}</p>
            ) : (
              <ul className={styles.list}>
                {found.map(([id, { industryName }]) => (
                  <li key={id}>
                    <Button fullWidth variant="default" disabled={id === industryId} onClick={() => choose(id)}>
                      {id === industryId ? `${industryName} (${text.industry.current})` : industryName}
                    </Button>
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
        <p role="alert">{problem}</p>
        <div>
          <Button variant="default" onClick={onClose}>
            {text.page.closeHelp}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
