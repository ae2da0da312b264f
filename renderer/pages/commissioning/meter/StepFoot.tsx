import { Button } from '@mantine/core';
import { NextIcon, PreviousIcon } from '../../../parts/icons.tsx';
import { words } from '../words.ts';
import styles from './Meter.module.css';

type Props = {
  back?: { label: string; onBack: () => void } | undefined;
  next: string;
  busy?: boolean;
  note?: string | undefined;
  /** Absent: the button submits its form. */
  onNext?: () => void;
};

/** Foot of a step: back at the left, next at the right, what happens now between them. */
export const StepFoot = ({ back, next, busy = false, note, onNext }: Props) => (
  <div className={styles.foot}>
    {back === undefined ? null : (
      <Button variant="default" leftSection={<PreviousIcon />} onClick={back.onBack}>
        {back.label}
      </Button>
    )}
    <span className={styles.note} role="status">
      {note ?? words.nothingWritten}
    </span>
    <Button type={onNext === undefined ? 'submit' : 'button'} loading={busy} rightSection={<NextIcon />} onClick={onNext}>
      {next}
    </Button>
  </div>
);
