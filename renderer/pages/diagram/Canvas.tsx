import '@xyflow/react/dist/base.css';
import {
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import type { ScadaPage } from '../../../server/contract/user/scada.ts';
import { pictureLabels } from '../../parts/picture/pictureLabels.ts';
import { NodeBody, type Shown, spokenKind } from './DiagramNode.tsx';
import { flowOrder, sidesOf } from './flowOrder.ts';
import styles from './Page.module.css';
import { flowIn, flowOf } from './reading.ts';
import { words } from './words.ts';

type DiagramNode = Node<{ shown: Shown; open: boolean; onOpen: () => void }, 'symbol'>;

const sides = { left: Position.Left, right: Position.Right, top: Position.Top, bottom: Position.Bottom } as const;
type Side = keyof typeof sides;
const everySide = Object.keys(sides) as Side[];

const SymbolNode = ({ data: { shown, open, onOpen } }: NodeProps<DiagramNode>) => (
  <>
    {everySide.map((side) => (
      <span key={side}>
        <Handle id={`in-${side}`} type="target" position={sides[side]} isConnectable={false} />
        <Handle id={`out-${side}`} type="source" position={sides[side]} isConnectable={false} />
      </span>
    ))}
    {shown.node.kind === 'text' || shown.node.kind === 'group' ? (
      <p className={styles.text}>{shown.node.label}</p>
    ) : (
      <button type="button" className={styles.symbol} aria-expanded={open} aria-label={spokenKind(shown)} onClick={onOpen}>
        <NodeBody {...shown} />
      </button>
    )}
  </>
);
const nodeTypes = { symbol: SymbolNode };

/** A drawing of few symbols is not blown up on a desk; a wall is read from further away. */
const mostZoom = (): number => 1.4 * Math.max(1, window.innerWidth / 1920);

/** Less, and its letters could not be read: a window of 1280 px shows a plant of the demo's size whole. */
const leastZoom = 0.7;
const fit = { padding: 0.02, minZoom: leastZoom } as const;

/** All of the drawing; where there is no room for that, its beginning: water comes in from the left. */
const showWhole = async (flow: ReactFlowInstance<DiagramNode>): Promise<void> => {
  await flow.fitView({ ...fit, maxZoom: mostZoom() });
  const { x, y, width, height } = flow.getNodesBounds(flow.getNodes());
  const at = flow.getViewport();
  const start = flow.flowToScreenPosition({ x, y });
  const end = flow.flowToScreenPosition({ x: x + width, y: y + height });
  const box = document.querySelector('.react-flow')?.getBoundingClientRect();
  if (box === undefined) return;
  const right = start.x < box.left || end.x > box.right ? box.left - start.x + marginPx : 0;
  const down = start.y < box.top || end.y > box.bottom ? box.top - start.y + marginPx : 0;
  if (right !== 0 || down !== 0) await flow.setViewport({ ...at, x: at.x + right, y: at.y + down });
};
const marginPx = 8;

const widths = { flows: 4, still: 1.5, unknown: 3, plain: 2 } as const;

type Props = { page: ScadaPage; shown: ReadonlyMap<string, Shown>; openId: string | undefined; onOpen: (id: string) => void };

/** The drawing with what it shows; lines say whether water passes, not how much. */
export const Canvas = ({ page, shown, openId, onOpen }: Props) => {
  const byId = new Map(page.nodes.map((node) => [node.id, node]));
  const data = [...shown.values()].flatMap((one) => one.data ?? []);
  // the order of the flow is the order of the tab key
  const nodes = flowOrder(page).flatMap((id): DiagramNode[] => {
    const node = byId.get(id);
    const own = shown.get(id);
    if (node === undefined || own === undefined) return [];
    return [
      {
        id,
        type: 'symbol',
        position: { x: node.x, y: node.y },
        // React Flow lets the pointer through nodes that it does nothing with
        style: { width: node.w, pointerEvents: 'all' },
        data: { shown: own, open: id === openId, onOpen: () => onOpen(id) },
        focusable: false,
        draggable: false,
      },
    ];
  });
  const isUnknown = [...shown.values()].every((one) => one.isUnknown);
  const edges = page.edges.flatMap((edge): Edge[] => {
    const [from, to] = [byId.get(edge.source), byId.get(edge.target)];
    if (from === undefined || to === undefined) return [];
    const [out, into] = sidesOf(from, to);
    const value = flowIn(data, edge.flowUnitId);
    const flow =
      edge.flowUnitId === undefined
        ? 'plain'
        : flowOf({
            value: typeof value?.value === 'number' ? value.value : null,
            known: !isUnknown && value !== undefined && value.state !== 'bad' && value.state !== 'stale',
          });
    return [
      {
        id: edge.id,
        source: edge.source,
        target: edge.target,
        sourceHandle: `out-${out}`,
        targetHandle: `in-${into}`,
        type: 'step',
        focusable: false,
        ariaLabel: words.flow[flow],
        style: {
          stroke: flow === 'still' ? 'var(--hw-zero)' : 'var(--hw-line)',
          strokeWidth: widths[flow],
          ...(flow === 'unknown' ? { strokeDasharray: '7 5' } : {}),
        },
        markerEnd: {
          type: MarkerType.ArrowClosed,
          color: 'var(--hw-line)',
          width: 14,
          height: 14,
          markerUnits: 'userSpaceOnUse',
        },
      },
    ];
  });
  return (
    <section className={styles.canvas} aria-label={words.canvas(page.name)}>
      <ReactFlow
        key={page.id}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onInit={(flow) => void showWhole(flow)}
        minZoom={0.3}
        maxZoom={4}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        ariaLabelConfig={pictureLabels()}
        proOptions={{ hideAttribution: true }}
      >
        <Controls showInteractive={false} position="bottom-right" />
      </ReactFlow>
    </section>
  );
};
