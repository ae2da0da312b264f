import '@xyflow/react/dist/base.css';
import { Background, Controls, type Edge, Handle, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';
import { graphLayout } from '../../parts/editor/graphLayout.ts';
import { curvedEdges } from '../../parts/picture/CurvedEdge.tsx';
import { curveBetween, placeLabel } from '../../parts/picture/labelPlace.ts';
import { pictureLabels } from '../../parts/picture/pictureLabels.ts';
import { formatTo } from '../../text/numbers.ts';
import { amountWithBand } from './figures.ts';
import styles from './Picture.module.css';
import { words } from './words.ts';

type Balance = BalanceData['nodes'][number];
type BalanceNode = Node<{ balance: Balance; selected: boolean }, 'balance'>;

const Card = ({ data: { balance, selected } }: NodeProps<BalanceNode>) => {
  const { label, inKL, outKL, status, graph } = balance;
  const isOff = status === 'loss' || status === 'gain';
  return (
    <div className={styles.node} data-off={isOff || undefined} data-selected={selected || undefined}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <b>
        {isOff ? '≠ ' : ''}
        {label}
      </b>
      <span className={styles.flow}>
        {formatTo(inKL, 1)} → {formatTo(outKL, 1)} KL
      </span>
      <span>
        {graph === undefined ? '' : isOff ? `${words.status[status]} ${amountWithBand(balance)}` : words.status[status]}
      </span>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  );
};

const nodeTypes = { balance: Card };
/** A card with a name of one line and a verdict of two. */
const cardSize = { w: 184, h: 84 };

/** 4 px at the largest flow, at least 1; nothing flows: thin. */
const widthOf = (kl: number | null, most: number): number => (kl === null || kl <= 0 ? 1 : 1.5 + (6 * kl) / most);

type Props = { data: BalanceData; label: string; selected: string | undefined; onSelect: (id: string) => void };

/** The nodes and what flows between them, laid out from left to right. */
export const GraphPicture = ({ data, label, selected, onSelect }: Props) => {
  const places = useMemo(() => graphLayout(data), [data]);
  const nodes = data.nodes.map(
    (balance): BalanceNode => ({
      id: balance.id,
      type: 'balance',
      position: places.get(balance.id) ?? { x: 0, y: 0 },
      data: { balance, selected: balance.id === selected },
      ariaLabel: `${balance.label}: ${words.status[balance.status]}`,
      draggable: false,
      connectable: false,
    }),
  );
  const volumeOf = ({ measuredKL, reconciledKL }: BalanceData['edges'][number]): number | null => measuredKL ?? reconciledKL;
  const most = Math.max(1, ...data.edges.map((edge) => volumeOf(edge) ?? 0));
  const boxes = new Map([...places].map(([id, place]) => [id, { ...place, ...cardSize }]));
  const taken = [...boxes.values()];
  const edges = data.edges.map((edge): Edge => {
    const kl = volumeOf(edge);
    const [from, to] = [boxes.get(edge.source), boxes.get(edge.target)];
    const placed =
      kl === null || from === undefined || to === undefined
        ? null
        : placeLabel(`${edge.estimated ? '~' : ''}${formatTo(kl, 1)}`, curveBetween(from, to), taken, 'number');
    if (placed !== null) taken.push(placed.box);
    return {
      id: edge.id,
      source: edge.source,
      target: edge.target,
      ...(placed === null ? {} : { label: placed.text, data: { share: placed.share } }),
      labelStyle: { fill: 'var(--hw-text)', fontSize: 13 },
      labelBgStyle: { fill: 'var(--hw-panel-sunken)' },
      style: {
        stroke: 'var(--hw-line)',
        strokeWidth: widthOf(kl, most),
        ...(edge.estimated ? { strokeDasharray: '6 4' } : {}),
      },
      focusable: false,
    };
  });
  return (
    <section className={styles.graph} aria-label={label}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={curvedEdges}
        onNodeClick={(_, node) => onSelect(node.id)}
        fitView
        fitViewOptions={{ minZoom: 0.7, padding: 0.04 }}
        minZoom={0.2}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        ariaLabelConfig={pictureLabels()}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} color="var(--hw-border)" />
        <Controls showInteractive={false} />
      </ReactFlow>
    </section>
  );
};
