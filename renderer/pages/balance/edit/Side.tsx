import { Button } from '@mantine/core';
import type { OverviewUnit } from '../../../../server/contract/plant/overview.ts';
import { Arranging } from '../../../parts/editor/Arranging.tsx';
import styles from '../../../parts/editor/Editor.module.css';
import { SideTabs } from '../../../parts/editor/SideTabs.tsx';
import { Versions } from '../../../parts/editor/Versions.tsx';
import { words as editorWords } from '../../../parts/editor/words.ts';
import { graphIn } from './graph.ts';
import { nameOfThing } from './names.ts';
import { EdgeProperties, NodeProperties } from './Properties.tsx';
import type { GraphTools } from './useGraph.ts';

type Props = { of: GraphTools; units: readonly OverviewUnit[]; nameOf: (nodeId: string) => string };

const Chosen = ({ of, units, nameOf }: Props) => {
  const { selection, document, actions } = of;
  const nodes = document.doc.nodes.filter(({ id }) => selection.nodes.has(id));
  const edges = document.doc.edges.filter(({ id }) => selection.edges.has(id));
  const [node] = nodes;
  const [edge] = edges;
  if (node === undefined && edge === undefined)
    return (
      <>
        <p className={styles.note}>{editorWords.none}</p>
        <p className={styles.note}>{editorWords.keys}</p>
      </>
    );
  return (
    <div className={styles.stack}>
      {nodes.length > 1 ? <Arranging count={nodes.length} onAlign={of.align} /> : null}
      {nodes.length === 1 && node !== undefined ? (
        <NodeProperties
          key={node.id}
          node={node}
          others={document.doc.nodes.filter(({ id }) => id !== node.id)}
          units={units}
          patch={(part, kind) => of.patchNode(node.id, part, kind)}
          onConnect={(target) => of.connect(node.id, target)}
        />
      ) : null}
      {nodes.length === 0 && edges.length === 1 && edge !== undefined ? (
        <>
          <h2>{editorWords.edge(nameOf(edge.source), nameOf(edge.target))}</h2>
          <EdgeProperties key={edge.id} edge={edge} units={units} patch={(part, kind) => of.patchEdge(edge.id, part, kind)} />
        </>
      ) : null}
      <div>
        <Button variant="default" onClick={actions.remove}>
          {editorWords.remove}
        </Button>
      </div>
    </div>
  );
};

/** What is selected, or the versions of the graph. */
export const Side = (props: Props) => (
  <SideTabs
    properties={<Chosen {...props} />}
    versions={<Versions of={props.of.document} kind="waterBalance" read={graphIn} nameOf={nameOfThing} />}
  />
);
