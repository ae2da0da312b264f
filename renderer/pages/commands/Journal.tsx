import type { CommandView } from '../../../server/contract/plant/commands.ts';
import type { TableTwin } from '../../parts/table.ts';
import { useProfile } from '../../state/services.ts';
import { unitLabel } from '../../text/numbers.ts';
import { dateWithYearAndTime } from '../../text/times.ts';
import { type JournalPoint, journalRow } from './journalRow.ts';
import { cellText } from './measured.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

type Props = { commands: readonly CommandView[]; points: ReadonlyMap<string, JournalPoint> };

const pointOf = ({ pointId }: CommandView, points: Props['points']) => (pointId === null ? undefined : points.get(pointId));

/** The journal as a table for files and paper; numbers stay numbers, with their unit beside them. */
export const journalTable = ({ commands, points }: Props, timezone: string): TableTwin => {
  const [when, who, from, what, command, oldValue, newValue, outcome] = words.columns;
  const labels = { when, who, from, what, command, oldValue, newValue, measure: words.measure, outcome, why: words.why };
  return {
    name: words.journal,
    caption: words.journalRows,
    columns: Object.entries(labels).map(([key, label]) => ({ key, label: label ?? key })),
    rows: commands.map((row) => {
      const said = journalRow(row, pointOf(row, points));
      const { oldValue: old, newValue: now, measure } = said;
      return [
        dateWithYearAndTime(Date.parse(row.at), timezone),
        row.username,
        row.ip,
        said.what,
        said.command,
        old,
        now,
        unitLabel(measure),
        said.result,
        said.why,
      ];
    }),
  };
};

/** Who sent which command, when and from which address, the value before and after, and what is known of its outcome. */
export const Journal = ({ commands, points, label }: Props & { label: string }) => {
  const { timezone } = useProfile();
  if (commands.length === 0) return <p className={styles.note}>{words.noCommands}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={`${styles.scroll} hw-sideways`} tabIndex={0} aria-label={label}>
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
          {commands.map((row) => {
            const said = journalRow(row, pointOf(row, points));
            return (
              <tr key={row.id}>
                <td>{dateWithYearAndTime(Date.parse(row.at), timezone)}</td>
                <td>{row.username}</td>
                <td>{row.ip}</td>
                <td>{said.what}</td>
                <td>{said.command}</td>
                <td>{cellText(said.oldValue, said.measure)}</td>
                <td>{cellText(said.newValue, said.measure)}</td>
                <td>{said.why === '' ? said.result : `${said.result} (${said.why})`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};
