import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PasswordLink } from '../../../server/contract/plant/accounts/passwordLinks.ts';
import { useOrigin } from '../../api/useOrigin.ts';
import { HereOnly } from '../../parts/picture/HereOnly.tsx';
import { useProfile } from '../../state/services.ts';
import { dateAndTime } from '../../text/times.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

/** A link to hand over, shown this once. */
export const OneTimeLink = ({ link }: { link: PasswordLink }) => {
  const { timezone } = useProfile();
  const [copied, setCopied] = useState(false);
  // the server names the address by which this browser came
  const { pathname, hash } = new URL(link.url);
  const url = `${useOrigin()}${pathname}${hash}`;
  return (
    <div className={styles.stack}>
      <p>{words.linkOnce(dateAndTime(Date.parse(link.expiresAt), timezone))}</p>
      <p className={styles.password}>{url}</p>
      <HereOnly url={url} />
      <div className={styles.inline}>
        <Button
          variant="default"
          onClick={() =>
            void navigator.clipboard?.writeText(url).then(
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
