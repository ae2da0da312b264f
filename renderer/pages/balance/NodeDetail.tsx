import { Link } from '@tanstack/react-router';
import { type BalanceData, readBalanceGraph } from '../../../server/contract/user/waterBalance.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { useOverview } from '../../api/useOverview.ts';
import { useFocusBack } from '../../parts/focus/useFocusBack.ts';
import { Gone } from '../../parts/gone/Gone.tsx';
import { hasValue, isEstimated, letterAt } from '../../state/slotQuality.ts';
import { formatTo } from '../../text/numbers.ts';
import { amountWithBand, formatZ, inKL } from './figures.ts';
import styles from './NodeDetail.module.css';
import { words } from './words.ts';

type Edge = BalanceData['edges'][number];
const band = 1.96;

/** The course of a node; what is missing leaves a gap, what is estimated is pale with a dashed edge. */
const Course = ({ graph, title }: { graph: NonNullable<BalanceData['nodes'][number]['graph']>; title: string }) => {
  const { quality } = graph;
  const values = inKL(graph.values, graph.unit);
  const most = Math.max(0.1, ...values.map(Math.abs));
  const width = 100 / Math.max(1, values.length);
  return (
    <figure className={styles.course}>
      <figcaption>
        {title}
        <span>± {formatTo(most, 1)}</span>
      </figcaption>
      <svg viewBox="0 0 100 60" preserveAspectRatio="none" role="img" aria-label={title}>
        <line x1="0" x2="100" y1="30" y2="30" className={styles.axis} />
        {values.map((value, at) =>
          !hasValue(letterAt(quality, at)) ? null : (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={at}
              className={styles.step}
              data-estimated={isEstimated(letterAt(quality, at)) || undefined}
              x={at * width + width * 0.15}
              width={width * 0.7}
              y={Math.min(30, 30 - (value / most) * 28)}
              height={Math.max(0.4, (Math.abs(value) / most) * 28)}
            />
          ),
        )}
      </svg>
    </figure>
  );
};

type Props = { data: BalanceData; id: string; onClose: () => void };

/** One node: its course, its flows as measured and as reconciled, and the meters behind them. */
export const NodeDetail = ({ data, id, onClose }: Props) => {
  const box = useFocusBack(id);
  const graph = useEndpoint(readBalanceGraph, {});
  const overview = useOverview();
  const node = data.nodes.find((one) => one.id === id);
  if (node === undefined) return <Gone back={{ label: words.detail.close, go: onClose }} />;
  const nameOf = (nodeId: string): string => data.nodes.find((one) => one.id === nodeId)?.label ?? nodeId;
  const flows = data.edges.filter(({ source, target }) => source === id || target === id);
  const metersOf = (edge: Edge): string[] => graph.data?.edges.find((one) => one.id === edge.id)?.unitIds ?? [];
  const unitName = (unitId: string): string => overview.data?.units.find((one) => one.unitId === unitId)?.unitName ?? unitId;
  const tanks = graph.data?.nodes.find((one) => one.id === id)?.stockUnitIds ?? [];
  return (
    <section ref={box} className={styles.detail} aria-label={words.detail.title(node.label)}>
      <div className={styles.head}>
        <h2>{node.label}</h2>
        <button type="button" className={styles.close} onClick={onClose}>
          {words.detail.close}
        </button>
      </div>
      <p className={styles.state}>
        {words.status[node.status]}
        {node.unaccountedKL === null ? '' : `: ${amountWithBand(node)}`}
        {node.z === null ? '' : ` (z ${formatZ(node.z)})`}
      </p>
      {node.graph === undefined ? null : (
        <Course graph={node.graph} title={data.type === 'HOUR' ? words.detail.hours : words.detail.hoursDays} />
      )}
      <div className="hw-sideways">
        <table className={styles.flows}>
          <thead>
            <tr>
              <th scope="col">{words.detail.flow}</th>
              <th scope="col">{words.detail.measured}</th>
              <th scope="col">{words.detail.reconciled}</th>
            </tr>
          </thead>
          <tbody>
            {flows.map((edge) => (
              <tr key={edge.id}>
                <th scope="row">
                  {edge.target === id ? words.detail.from(nameOf(edge.source)) : words.detail.to(nameOf(edge.target))}
                  <span className={styles.meters}>
                    {metersOf(edge).map((unitId) => (
                      <Link key={unitId} to="/units/$unitId" params={{ unitId }}>
                        {unitName(unitId)}
                      </Link>
                    ))}
                  </span>
                </th>
                <td>
                  {edge.measuredKL === null ? words.table.estimated : formatTo(edge.measuredKL, 1)}
                  {edge.uncertaintyKL === null ? '' : ` ± ${formatTo(band * edge.uncertaintyKL, 1)}`}
                </td>
                <td>{formatTo(edge.reconciledKL, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {tanks.length === 0 ? null : (
        <p className={styles.meters}>
          {tanks.map((unitId) => (
            <Link key={unitId} to="/units/$unitId" params={{ unitId }}>
              {unitName(unitId)}
            </Link>
          ))}
        </p>
      )}
      <p className={styles.note}>{words.detail.reconciledNote}</p>
    </section>
  );
};
