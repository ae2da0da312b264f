import { readRetention } from '../../../../server/contract/plant/diagnostics.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import { longDate } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import styles from '../Page.module.css';
import { Rows } from '../Rows.tsx';
import { words } from './words.ts';

/** What is kept until when, in words, and what the owner has to decide where the disk fills. */
export const Retention = () => {
  const answer = useEndpoint(readRetention, {}, { everyMs: 5 * 60_000 });
  return (
    <Panel id="retention" title={words.retention} fresh={answer.fresh}>
      <Loaded of={answer} rows={8}>
        {({ classes, question, fullOn }) => (
          <div className={styles.stack}>
            {question === null ? null : (
              <p className={styles.notice}>{fullOn === null ? question : words.full(longDate(fullOn))}</p>
            )}
            <Rows
              label={words.retention}
              columns={words.retentionColumns}
              rows={classes.map(({ class: kind, oldest, deletedBefore }) => ({
                key: kind,
                cells: [
                  words.classes[kind].what,
                  words.classes[kind].until,
                  oldest === null ? text.noValue : longDate(oldest),
                  deletedBefore === null ? words.nothing : longDate(deletedBefore),
                ],
              }))}
            />
          </div>
        )}
      </Loaded>
    </Panel>
  );
};
