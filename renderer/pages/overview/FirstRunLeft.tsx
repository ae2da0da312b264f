import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { forgetProgress, isUnderWay } from '../firstRun/progress.ts';
import styles from './Page.module.css';

/** A first run that was begun in this browser and not ended: one goes on with it, or ends it. */
export const FirstRunLeft = () => {
  const { permissions } = useProfile();
  const [isLeft, setIsLeft] = useState(() => isUnderWay(localStorage));
  if (!isLeft || !permissions.includes('COMMISSIONING')) return null;
  return (
    <p className={styles.firstRun} role="status">
      <span>{text.firstRunLeft.said}</span>
      <Link to="/first-run" className="hw-link">
        {text.firstRunLeft.goOn}
      </Link>
      <Button
        variant="default"
        onClick={() => {
          forgetProgress(localStorage);
          setIsLeft(false);
        }}
      >
        {text.firstRunLeft.end}
      </Button>
    </p>
  );
};
