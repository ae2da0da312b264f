import { Link } from '@tanstack/react-router';
import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { useAlarms } from '../../state/useAlarms.ts';
import { formatApart, formatCompleteness, formatPart, formatUpTo } from '../../text/numbers.ts';
import { amountWithBand, formatZ } from './figures.ts';
import { type Finding, findingsOf } from './findings.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

type Text = { title: string; body: string; action?: string; nodeId?: string };

const textOf = (finding: Finding, nameOf: (id: string) => string): Text => {
  const { findings } = words;
  switch (finding.kind) {
    case 'loss':
    case 'gain': {
      const { node, kind } = finding;
      const amount = findings.amount(
        amountWithBand(node),
        // of no inflow there is no part
        node.unaccountedPct === null ? null : `${formatPart(node.unaccountedPct)} %`,
        formatZ(node.z),
      );
      const change = (node.baselineZ ?? 0) >= 3 ? ` ${findings.baseline(formatApart(node.baselineZ, [3], 1))}` : '';
      return {
        title: findings[kind](node.label),
        body: amount + change,
        action: kind === 'loss' ? findings.doLoss : findings.doGain,
        nodeId: node.id,
      };
    }
    case 'drift':
      return {
        title: findings.drift(finding.node.label),
        body: findings.driftBody(formatApart(finding.node.baselineZ, [3], 1)),
        action: findings.doDrift,
        nodeId: finding.node.id,
      };
    case 'suspect':
      return {
        title: findings.suspect(`${nameOf(finding.edge.source)} → ${nameOf(finding.edge.target)}`),
        body: findings.suspectBody(formatUpTo(finding.probability ?? 0, 4)),
        action: findings.doSuspect,
        nodeId: finding.edge.source,
      };
    case 'noSuspect':
      return { title: findings.noSuspect, body: findings.noSuspectBody };
    case 'incomplete':
      return {
        title: findings.incomplete(finding.nodes.length),
        body: finding.nodes.map(({ label, completeness }) => `${label} ${formatCompleteness(completeness)}`).join(', '),
      };
    case 'undetermined':
      return {
        title: findings.undetermined(finding.nodes.length),
        body: findings.undeterminedBody(finding.nodes.map(({ label }) => label).join(', ')),
      };
  }
};

type Props = { data: BalanceData; onSelect: (id: string) => void };

/** What to do about the balance, most certain first. */
export const Findings = ({ data, onSelect }: Props) => {
  const { attention } = useAlarms();
  if (data.window.open) return <p className={styles.quiet}>{words.findings.short}</p>;
  const found = findingsOf(data);
  const nameOf = (id: string): string => data.nodes.find((node) => node.id === id)?.label ?? id;
  const alarmOf = (nodeId: string | undefined) =>
    [...(attention?.waiting ?? []), ...(attention?.seen ?? [])].find(
      ({ subject }) => subject.kind === 'node' && subject.id === nodeId,
    );
  if (found.length === 0) return <p className={styles.quiet}>{words.findings.none}</p>;
  return (
    <ol className={styles.findings}>
      {found.map((finding, at) => {
        const { title, body, action, nodeId } = textOf(finding, nameOf);
        const alarm = nodeId === undefined ? undefined : alarmOf(nodeId);
        const isOff = finding.kind === 'loss' || finding.kind === 'gain';
        return (
          <li key={title} data-off={isOff || undefined}>
            {alarm === undefined ? (
              <span className={isOff ? styles.sign : styles.number} aria-hidden="true">
                {isOff ? '≠' : at + 1}
              </span>
            ) : (
              <PriorityMark priority={alarm.priority} size={24} form={alarm.acknowledgedAt === null ? 'filled' : 'outlined'} />
            )}
            <div>
              <h3>{title}</h3>
              <p>{body}</p>
              {action === undefined ? null : <p className={styles.do}>{action}</p>}
              <p className={styles.buttons}>
                {nodeId === undefined ? null : (
                  <button type="button" className={styles.button} onClick={() => onSelect(nodeId)}>
                    {words.findings.show}
                  </button>
                )}
                {alarm === undefined ? null : (
                  <Link to="/alarms" search={{ alarm: alarm.id }} className={styles.button}>
                    {words.findings.alarm}
                  </Link>
                )}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
};
