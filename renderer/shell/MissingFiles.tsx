import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { missingFiles } from '../api/patiently.ts';
import { useNewerPanel } from '../api/useNewerPanel.ts';
import { text } from '../text/words.ts';
import styles from './MissingFiles.module.css';

/** Says that something was asked for whose file did not come, such as a page that was never opened while the server is away. */
export const MissingFiles = () => {
  const count = useSyncExternalStore(missingFiles.subscribe, missingFiles.count);
  const isNewer = useNewerPanel(count > 0);
  if (count === 0) return null;
  return (
    <div role="alert" className={styles.notice}>
      <p>{isNewer ? text.errors.newerPanel : text.errors.missingFile}</p>
      <Button variant="default" onClick={() => location.reload()}>
        {text.errors.reload}
      </Button>
    </div>
  );
};
