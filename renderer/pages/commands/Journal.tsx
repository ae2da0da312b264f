import type { CommandView } from '../../../server/contract/plant/commands.ts';
import { Panel } from '../../parts/Panel.tsx';
import { useProfile } from '../../state/services.ts';
import { formatUpTo } from '../../text/numbers.ts';
import { dateAndTime } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const shown = (value: number | null): string => (value === null ? text.noValue : formatUpTo(value, 3));

/** Who commanded what and when, old and new value, and what became of it. */
export const Journal = ({ commands, names }: { commands: readonly CommandView[]; names: ReadonlyMap<string, string> }) => {
  const { timezone } = useProfile();
  return (
    <Panel id="journal" title={words.journal}>
      {commands.length === 0 ? <p className={styles.note}>{words.noCommands}</p> : null}
      {commands.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className={styles.scroll} tabIndex={0} aria-label={words.journal}>
          <table className={styles.table}>
            <thead>
              <tr>
                {words.columns.map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {commands.map(({ id, at, username, pointId, asset, command, oldValue, value, outcome }) => (
                <tr key={id}>
                  <td>{dateAndTime(Date.parse(at), timezone)}</td>
                  <td>{username}</td>
                  <td>{(pointId === null ? undefined : names.get(pointId)) ?? asset}</td>
                  <td>{command}</td>
                  <td>{shown(oldValue)}</td>
                  <td>{shown(value)}</td>
                  <td>{words.outcomes[outcome ?? 'sent']}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  );
};
