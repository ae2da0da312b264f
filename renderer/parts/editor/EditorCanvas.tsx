import '@xyflow/react/dist/base.css';
import {
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  type Connection,
  ConnectionMode,
  Controls,
  type Edge,
  type EdgeChange,
  type Node,
  type NodeChange,
  type NodeTypes,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { curvedEdges } from '../picture/CurvedEdge.tsx';
import { curveBetween, placeLabel, type Rect } from '../picture/labelPlace.ts';
import { pictureLabels } from '../picture/pictureLabels.ts';
import type { Box } from './arrange.ts';
import styles from './Editor.module.css';

export type CanvasNode = Box & { type: string; name: string; data: Record<string, unknown> };
export type CanvasEdge = { id: string; source: string; target: string; name: string; dashed?: boolean; label?: string };
export type Selection = { nodes: ReadonlySet<string>; edges: ReadonlySet<string> };
export const nothingSelected: Selection = { nodes: new Set(), edges: new Set() };

type Props = {
  label: string;
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  nodeTypes: NodeTypes;
  edgeType: 'step' | 'default';
  sidesOf: (from: Box, to: Box) => readonly [string, string];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onMove: (places: ReadonlyMap<string, { x: number; y: number }>) => void;
  onConnect: (source: string, target: string) => void;
  /** What was dragged here from the palette, by its kind; in the middle of the view where none says where. */
  onDropKind: (kind: string, at: { x: number; y: number }) => void;
  snap: boolean;
  /** Where a symbol goes that is added without a pointer. */
  middle: { current: () => { x: number; y: number } };
};

const gridPx = 10;
const snapGrid: [number, number] = [gridPx, gridPx];
const addingKeys = ['Control', 'Meta', 'Shift'];
const firstView = { x: 20, y: 20, zoom: 0.8 };
const fitting = { padding: 0.05, minZoom: 0.6, maxZoom: 1 };
const plain = { hideAttribution: true };
export const dragType = 'application/x-headworks-symbol';

type Size = { width: number; height: number };

/** Where lines may end: known before a node is mounted, so that those out of sight never are. */
const handlesOf = ({ width, height }: Size) => [
  { id: 'left', type: 'source' as const, position: Position.Left, x: 0, y: height / 2 },
  { id: 'right', type: 'source' as const, position: Position.Right, x: width, y: height / 2 },
  { id: 'top', type: 'source' as const, position: Position.Top, x: width / 2, y: 0 },
  { id: 'bottom', type: 'source' as const, position: Position.Bottom, x: width / 2, y: height },
];

const flowNodeOf = ({ id, type, name, x, y, w, h, data }: CanvasNode, before: Node | undefined, selected: boolean): Node => {
  const size = { width: before?.measured?.width ?? w, height: before?.measured?.height ?? h };
  return {
    id,
    type,
    data,
    selected,
    position: { x, y },
    initialWidth: w,
    initialHeight: h,
    style: { width: w },
    ariaLabel: name,
    handles: handlesOf(size),
    ...(before?.measured === undefined || before.style?.width !== w ? {} : { measured: before.measured }),
  };
};

type Sizes = ReadonlyMap<string, Size>;
type Lines = Pick<Props, 'nodes' | 'edges' | 'sidesOf'> & {
  selected: ReadonlySet<string>;
  type: Props['edgeType'];
  sizes: Sizes;
};

const boxOf = ({ id, x, y, w, h }: CanvasNode, sizes: Sizes): Rect => {
  const { width, height } = sizes.get(id) ?? { width: w, height: h };
  return { x, y, w: width, h: height };
};

/** Where labels are placed, none below a box or another label; the whole text is among the properties. */
const labelsOf = ({ nodes, edges, sizes }: Lines) => {
  const boxes = edges.some(({ label }) => label !== undefined)
    ? new Map(nodes.map((node) => [node.id, boxOf(node, sizes)]))
    : new Map<string, Rect>();
  const taken = [...boxes.values()];
  return new Map(
    edges.flatMap(({ id, source, target, label }) => {
      const [from, to] = [boxes.get(source), boxes.get(target)];
      if (label === undefined || from === undefined || to === undefined) return [];
      const placed = placeLabel(label, curveBetween(from, to), taken);
      if (placed === null) return [];
      taken.push(placed.box);
      return [[id, { label: placed.text, data: { share: placed.share } }] as const];
    }),
  );
};

const flowEdgesOf = (lines: Lines): Edge[] => {
  const { nodes, edges, sidesOf, selected: chosen, type } = lines;
  const at = new Map(nodes.map((node) => [node.id, node]));
  const labels = labelsOf(lines);
  return edges.flatMap((edge): Edge[] => {
    const [from, to] = [at.get(edge.source), at.get(edge.target)];
    if (from === undefined || to === undefined) return [];
    const [sourceHandle, targetHandle] = sidesOf(from, to);
    const selected = chosen.has(edge.id);
    return [
      {
        id: edge.id,
        source: edge.source,
        target: edge.target,
        sourceHandle,
        targetHandle,
        type,
        selected,
        ariaLabel: edge.name,
        ...labels.get(edge.id),
        labelStyle: { fill: 'var(--hw-text)', fontSize: 13 },
        labelBgStyle: { fill: 'var(--hw-panel-sunken)' },
        style: {
          stroke: selected ? 'var(--hw-focus)' : 'var(--hw-line)',
          strokeWidth: selected ? 4 : 2,
          ...(edge.dashed ? { strokeDasharray: '6 4' } : {}),
        },
        markerEnd: {
          type: 'arrowclosed' as const,
          color: 'var(--hw-line)',
          width: 14,
          height: 14,
          markerUnits: 'userSpaceOnUse',
        },
      },
    ];
  });
};

const Canvas = (props: Props) => {
  const { nodes, edges, selection, onSelect, onMove, middle } = props;
  const flow = useReactFlow();
  const surface = useRef<HTMLElement>(null);
  const [flowNodes, setFlowNodes] = useState<Node[]>(() =>
    nodes.map((node) => flowNodeOf(node, undefined, selection.nodes.has(node.id))),
  );
  useEffect(() => {
    setFlowNodes((before) => {
      const known = new Map(before.map((node) => [node.id, node]));
      return nodes.map((node) => flowNodeOf(node, known.get(node.id), selection.nodes.has(node.id)));
    });
  }, [nodes, selection.nodes]);
  const { sidesOf, edgeType } = props;
  const [sizes, setSizes] = useState<Sizes>(new Map());
  // the same while a node is dragged: lines follow their nodes by themselves
  const flowEdges = useMemo(
    () => flowEdgesOf({ nodes, edges, selected: selection.edges, sidesOf, type: edgeType, sizes }),
    [nodes, edges, selection.edges, sidesOf, edgeType, sizes],
  );
  const hasLabels = edges.some(({ label }) => label !== undefined);
  const latest = useRef({ selection, flowEdges, hasLabels });
  latest.current = { selection, flowEdges, hasLabels };
  middle.current = () => {
    const { x = 0, y = 0, width = 0, height = 0 } = surface.current?.getBoundingClientRect() ?? {};
    return flow.screenToFlowPosition({ x: x + width / 2, y: y + height / 2 });
  };

  const onNodesChange = useCallback(
    (changes: NodeChange[]) => {
      setFlowNodes((before) => applyNodeChanges(changes, before).map((node) => sized(node, changes)));
      const measured = changes.flatMap((change) =>
        change.type === 'dimensions' && change.dimensions !== undefined ? [[change.id, change.dimensions] as const] : [],
      );
      if (measured.length > 0 && latest.current.hasLabels) setSizes((before) => new Map([...before, ...measured]));
      const places = new Map(
        changes.flatMap((change) =>
          change.type === 'position' && change.dragging === false && change.position !== undefined
            ? [[change.id, change.position] as const]
            : [],
        ),
      );
      if (places.size > 0) onMove(places);
      const chosen = new Set(latest.current.selection.nodes);
      const selects = changes.filter((change) => change.type === 'select');
      for (const { id, selected } of selects) selected ? chosen.add(id) : chosen.delete(id);
      if (selects.length > 0) {
        const next = { ...latest.current.selection, nodes: chosen };
        latest.current.selection = next;
        onSelect(next);
      }
    },
    [onMove, onSelect],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange[]) => {
      if (!changes.some(({ type }) => type === 'select')) return;
      const after = applyEdgeChanges(changes, latest.current.flowEdges).filter(({ selected }) => selected);
      const next = { ...latest.current.selection, edges: new Set(after.map(({ id }) => id)) };
      latest.current.selection = next;
      onSelect(next);
    },
    [onSelect],
  );
  const { onConnect } = props;
  const connect = useCallback(({ source, target }: Connection) => onConnect(source, target), [onConnect]);
  // a new object given to React Flow makes every symbol check whether it changed
  const labels = useMemo(pictureLabels, []);
  const onDrop = (event: DragEvent) => {
    const kind = event.dataTransfer.getData(dragType);
    if (kind === '') return;
    event.preventDefault();
    props.onDropKind(kind, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };
  return (
    <section
      ref={surface}
      className={styles.canvas}
      aria-label={props.label}
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={onDrop}
    >
      <ReactFlow
        nodes={flowNodes}
        edges={flowEdges}
        nodeTypes={props.nodeTypes}
        edgeTypes={curvedEdges}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={connect}
        connectionMode={ConnectionMode.Loose}
        onlyRenderVisibleElements
        snapToGrid={props.snap}
        snapGrid={snapGrid}
        deleteKeyCode={null}
        multiSelectionKeyCode={addingKeys}
        selectionKeyCode="Shift"
        defaultViewport={firstView}
        fitView={nodes.length > 0}
        fitViewOptions={fitting}
        minZoom={0.1}
        elevateNodesOnSelect={false}
        zoomOnScroll={false}
        panOnScroll
        ariaLabelConfig={labels}
        proOptions={plain}
      >
        <Background gap={gridPx * 2} color="var(--hw-border)" />
        <Controls showInteractive={false} position="bottom-right" />
      </ReactFlow>
    </section>
  );
};

/** Sizes that are measured after mounting move the ends of the lines. */
const sized = (node: Node, changes: readonly NodeChange[]): Node =>
  node.measured?.width !== undefined &&
  node.measured.height !== undefined &&
  changes.some((change) => change.type === 'dimensions' && change.id === node.id)
    ? { ...node, handles: handlesOf({ width: node.measured.width, height: node.measured.height }) }
    : node;

/** A drawing to edit: symbols are moved, joined and chosen; what they are is the editor's. Only what is in sight is mounted. */
export const EditorCanvas = (props: Props) => (
  <ReactFlowProvider>
    <Canvas {...props} />
  </ReactFlowProvider>
);
