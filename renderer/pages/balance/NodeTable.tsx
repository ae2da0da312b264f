import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';
import { formatCompleteness, formatTo } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import { bandParts, withBand } from './figures.ts';
import { conserves } from './findings.ts';
import styles from './NodeTable.module.css';
import { words } from './words.ts';

type Node = BalanceData['nodes'][number];

const hasVerdict = ({ status }: Node): boolean => status === 'balanced' || status === 'loss' || status === 'gain';

/** The unaccounted part against the band of the meters, all nodes on one scale. */
const Bar = ({ node, most }: { node: Node; most: number }) => {
  const x = (kl: number): number => 50 + (Math.max(-most, Math.min(most, kl)) / most) * 48;
  const band = node.band95KL ?? 0;
  const isOff = node.status !== 'balanced';
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 16"
      preserveAspectRatio="none"
      role="img"
      aria-label={words.nodes.bandLabel(node.label, withBand(node))}
    >
      <rect className={styles.band} x={x(-band)} y="3" width={Math.max(0.5, x(band) - x(-band))} height="10" />
      <line
        className={styles.pointer}
        data-off={isOff || undefined}
        x1={x(node.unaccountedKL ?? 0)}
        x2={x(node.unaccountedKL ?? 0)}
        y1="0"
        y2="16"
      />
    </svg>
  );
};

type Props = {
  nodes: readonly Node[];
  selected: string | undefined;
  onSelect: (id: string) => void;
  compared: { nodes: readonly Node[]; name: string } | undefined;
};

/** Every node that conserves water: what went through it, and how it closes; those that do not close first. */
export const NodeTable = ({ nodes, selected, onSelect, compared }: Props) => {
  const own = nodes.filter(conserves);
  const rank = (node: Node): number => (hasVerdict(node) ? (node.status === 'balanced' ? 1 : 0) : 2);
  const sorted = own.toSorted((a, b) => rank(a) - rank(b) || (b.inKL ?? 0) - (a.inKL ?? 0));
  const most = Math.max(
    1,
    ...own.filter(hasVerdict).map(({ unaccountedKL, band95KL }) => Math.max(Math.abs(unaccountedKL ?? 0), band95KL ?? 0)),
  );
  return (
    <div className="hw-sideways">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.nodes.node}</th>
            <th scope="col" className={styles.part}>
              {words.sum.in}
            </th>
            <th scope="col" className={styles.part}>
              {words.sum.out}
            </th>
            <th scope="col" className={styles.part}>
              {words.sum.stock}
            </th>
            <th scope="col">{words.sum.unaccounted}</th>
            {compared === undefined ? null : <th scope="col">{words.nodes.before(compared.name)}</th>}
            <th scope="col">
              <span className="hw-only-read">{words.nodes.bar}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((node) => {
            const before = compared?.nodes.find(({ id }) => id === node.id);
            return (
              <tr key={node.id} data-off={rank(node) === 0 || undefined} data-open={node.id === selected || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.name}
                    aria-pressed={node.id === selected}
                    onClick={() => onSelect(node.id)}
                  >
                    {rank(node) === 0 ? '≠ ' : ''}
                    {node.label}
                  </button>
                </th>
                <td className={styles.part}>{formatTo(node.inKL, 1)}</td>
                <td className={styles.part}>{formatTo(node.outKL, 1)}</td>
                <td className={styles.part}>{formatTo(node.stockChangeKL, 1)}</td>
                {hasVerdict(node) ? (
                  <td className={styles.unaccounted}>
                    <b>{bandParts(node)[0]}</b> ± {bandParts(node)[1] ?? text.noValue}
                  </td>
                ) : (
                  <td className={styles.unknown} colSpan={compared === undefined ? 2 : 1}>
                    <span>
                      {node.status === 'incomplete'
                        ? words.nodes.incomplete(formatCompleteness(node.completeness))
                        : words.nodes.noMeter}
                    </span>
                  </td>
                )}
                {compared === undefined ? null : <td>{before === undefined ? '' : withBand(before).replace(' KL', '')}</td>}
                {hasVerdict(node) || compared !== undefined ? (
                  <td>{hasVerdict(node) ? <Bar node={node} most={most} /> : null}</td>
                ) : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};
