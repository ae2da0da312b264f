import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { BalanceGraph, BalanceNodeType } from '../../../../server/contract/model/balanceGraph.ts';
import { Conflict } from '../../../parts/editor/Conflict.tsx';
import styles from '../../../parts/editor/Editor.module.css';
import { EditorBar } from '../../../parts/editor/EditorBar.tsx';
import { dragType, EditorCanvas } from '../../../parts/editor/EditorCanvas.tsx';
import { useCanvas } from '../../../parts/editor/useCanvas.ts';
import { useEditorKeys } from '../../../parts/editor/useEditorKeys.ts';
import { words as editorWords } from '../../../parts/editor/words.ts';
import { CheckField, FormProblem } from '../../../parts/form/fields.tsx';
import { Check } from './Check.tsx';
import { checkGraph } from './check.ts';
import { nodeViews } from './GraphNode.tsx';
import { boxOf, nodeTypes } from './graph.ts';
import { nameOfThing } from './names.ts';
import { Side } from './Side.tsx';
import { type GraphTools, useGraph } from './useGraph.ts';
import { words } from './words.ts';

const sidesOf = () => ['right', 'left'] as const;

/** What the canvas draws: nodes with what measures them, lines with theirs. */
const useShown = ({ document: { doc } }: GraphTools, unitNames: ReadonlyMap<string, string>, faulty: ReadonlySet<string>) => {
  const nodes = useMemo(
    () =>
      doc.nodes.map((node) => ({
        ...boxOf(node),
        type: 'graphNode',
        name: `${words.types[node.type]} ${node.label}`,
        data: {
          label: node.label,
          type: words.types[node.type],
          measured: [...node.unitIds, ...(node.stockUnitIds ?? [])].map((id) => unitNames.get(id) ?? id).join(', '),
          fault: faulty.has(node.id),
        },
      })),
    [doc.nodes, unitNames, faulty],
  );
  const edges = useMemo(() => {
    const labels = new Map(doc.nodes.map(({ id, label }) => [id, label || id]));
    return doc.edges.map(({ id, source, target, label, unitIds, estimate }) => ({
      id,
      source,
      target,
      name: editorWords.edge(labels.get(source) ?? source, labels.get(target) ?? target),
      label:
        label ??
        (unitIds.length > 0
          ? unitIds.map((unitId) => unitNames.get(unitId) ?? unitId).join(' + ')
          : estimate === undefined
            ? '?'
            : '~'),
      dashed: unitIds.length === 0,
    }));
  }, [doc.nodes, doc.edges, unitNames]);
  return { nodes, edges };
};

const Palette = ({ onAdd }: { onAdd: (type: BalanceNodeType) => void }) => (
  <nav className={styles.palette} aria-label={words.palette}>
    <ul>
      {nodeTypes.map((type) => (
        <li key={type}>
          <button
            type="button"
            aria-label={words.add(words.types[type])}
            draggable
            onDragStart={(event) => event.dataTransfer.setData(dragType, type)}
            onClick={() => onAdd(type)}
          >
            <span>{words.types[type]}</span>
          </button>
        </li>
      ))}
    </ul>
  </nav>
);

/** The graph of the balance with palette, properties, and what cannot be balanced. */
export const BalanceEditor = ({ graph }: { graph: BalanceGraph }) => {
  const of = useGraph(graph);
  const { units, unitNames, snap, setSnap, middle } = useCanvas();
  const { document, selection, actions } = of;
  const { doc } = document;
  const faults = useMemo(() => checkGraph(doc, new Set(unitNames.keys())), [doc, unitNames]);
  const faulty = useMemo(() => new Set(faults.flatMap((fault) => ('nodeId' in fault ? [fault.nodeId] : []))), [faults]);
  const { nodes, edges } = useShown(of, unitNames, faulty);
  const nameOf = (id: string) => doc.nodes.find((node) => node.id === id)?.label || id;
  useEditorKeys(actions);
  return (
    <div className={styles.stack}>
      <EditorBar of={document}>
        <Button variant="default" onClick={of.layOut}>
          {words.layOut}
        </Button>
        <CheckField label={editorWords.snap} checked={snap} onChange={setSnap} />
      </EditorBar>
      <FormProblem>{document.problem}</FormProblem>
      <ul className={styles.note}>
        {document.faults.slice(1).map(({ path, message }) => (
          <li key={path}>{message}</li>
        ))}
      </ul>
      <div className={styles.layout}>
        <Palette onAdd={(type) => of.add(type, middle.current())} />
        <div className={styles.stack}>
          {doc.nodes.length === 0 ? <p className={styles.note}>{words.empty}</p> : null}
          <EditorCanvas
            label={words.canvas}
            nodes={nodes}
            edges={edges}
            nodeTypes={nodeViews}
            edgeType="default"
            sidesOf={sidesOf}
            selection={selection}
            onSelect={of.select}
            onMove={of.move}
            onConnect={of.connect}
            onDropKind={(kind, at) => of.add(kind as BalanceNodeType, at)}
            snap={snap}
            middle={middle}
          />
          <Check
            faults={faults}
            graph={doc}
            nameOf={nameOf}
            onOpen={(fault) => {
              if (fault.why === 'open') of.select({ nodes: new Set(), edges: new Set([fault.edgeId]) });
              else if (fault.why !== 'nothingConserves') of.choose([fault.nodeId]);
            }}
          />
        </div>
        <Side of={of} units={units} nameOf={nameOf} />
      </div>
      <Conflict of={document} kind="waterBalance" nameOf={nameOfThing} />
    </div>
  );
};
