import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PasswordLink } from '../../../server/contract/plant/accounts/passwordLinks.ts';
import { useProfile } from '../../state/services.ts';
import { dateAndTime } from '../../text/times.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

/** A link to hand over, shown this once. */
export const OneTimeLink = ({ link }: { link: PasswordLink }) => {
  const { timezone } = useProfile();
  const [copied, setCopied] = useState(false);
  return (
    <div className={styles.stack}>
      <p>{words.linkOnce(dateAndTime(Date.parse(link.expiresAt), timezone))}</p>
      <p className={styles.password}>{link.url}</p>
      <div className={styles.inline}>
        <Button
          variant="default"
          onClick={() =>
            void navigator.clipboard?.writeText(link.url).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {copied ? words.copied : words.copy}
        </Button>
      </div>
    </div>
  );
};
