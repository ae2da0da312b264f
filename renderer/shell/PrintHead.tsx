import { useMinute } from '../state/now.ts';
import { useProfile, useServices } from '../state/services.ts';
import { clockTime, dateOf, longDate } from '../text/times.ts';
import { text } from '../text/words.ts';
import styles from './Shell.module.css';

/** At the top of a printed page: which plant, when it was printed and by whom. The screen does not show it. */
export const PrintHead = () => {
  const { clock } = useServices();
  const { industryName, username, timezone } = useProfile();
  const minuteMs = useMinute(clock);
  const when = `${longDate(dateOf(minuteMs, timezone))}, ${clockTime(minuteMs, timezone)}`;
  return (
    <p className={styles.printHead} aria-hidden="true" data-print-head>
      <strong>
        {text.product} · {industryName}
      </strong>
      <span>{text.page.printed(when, username)}</span>
    </p>
  );
};
