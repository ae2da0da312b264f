import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useConnection, useServices } from '../state/services.ts';
import { text } from '../text/words.ts';
import styles from './ConnectionBanner.module.css';

/** A connection that comes back within this time is not worth a word. */
const quietMs = 3000;

/** Says that live values are interrupted; nothing while they come. */
export const ConnectionBanner = () => {
  const { live } = useServices();
  const { state } = useConnection();
  const [lost, setLost] = useState(false);
  const open = state === 'open';

  useEffect(() => {
    if (open) {
      setLost(false);
      return;
    }
    const timer = setTimeout(() => setLost(true), quietMs);
    return () => clearTimeout(timer);
  }, [open]);

  return (
    <div role="status" className={styles.status}>
      {lost && !open ? (
        <div className={styles.banner}>
          <p>
            <strong>{text.status.offlineTitle}.</strong> {text.status.offlineBody}
          </p>
          <Button variant="default" size="sm" onClick={live.retry} disabled={state !== 'waiting'}>
            {text.status.tryNow}
          </Button>
        </div>
      ) : null}
    </div>
  );
};
