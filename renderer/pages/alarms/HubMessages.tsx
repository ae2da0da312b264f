import { listHubMessages } from '../../../server/contract/plant/proposals.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { useProfile } from '../../state/services.ts';
import { dateAndTime } from '../../text/times.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const everyMs = 5 * 60_000;

/** What the hub wrote to the people of this plant, as far as the plant let it in. */
export const HubMessages = () => {
  const { timezone } = useProfile();
  const messages = useEndpoint(listHubMessages, {}, { everyMs }).data?.messages ?? [];
  return messages.length === 0 ? null : (
    <section aria-label={words.hubMessages} className={styles.messages}>
      {messages.map(({ id, text, author, at }) => (
        <p key={id}>
          <strong>{words.hubMessage(author, dateAndTime(Date.parse(at), timezone))}</strong> {text}
        </p>
      ))}
    </section>
  );
};
