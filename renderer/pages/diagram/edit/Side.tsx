import { Button } from '@mantine/core';
import { listWritePoints } from '../../../../server/contract/plant/commands.ts';
import type { OverviewUnit } from '../../../../server/contract/plant/overview.ts';
import type { ScadaPage } from '../../../../server/contract/user/scada.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { Arranging } from '../../../parts/editor/Arranging.tsx';
import styles from '../../../parts/editor/Editor.module.css';
import { SideTabs } from '../../../parts/editor/SideTabs.tsx';
import { Versions } from '../../../parts/editor/Versions.tsx';
import { words as editorWords } from '../../../parts/editor/words.ts';
import { drawingIn, isGrouped } from './drawing.ts';
import { nameOfThing } from './names.ts';
import { EdgeProperties, NodeProperties, PageProperties } from './Properties.tsx';
import type { DrawingTools } from './useDrawing.ts';
import { words } from './words.ts';

type Props = { of: DrawingTools; page: ScadaPage; units: readonly OverviewUnit[] };

const Chosen = ({ of, page, units }: Props) => {
  const points = useEndpoint(listWritePoints, { query: {} });
  const { selection, actions } = of;
  const nodes = page.nodes.filter(({ id }) => selection.nodes.has(id));
  const edges = page.edges.filter(({ id }) => selection.edges.has(id));
  const [node] = nodes;
  const [edge] = edges;
  const nameOf = (id: string) => page.nodes.find((one) => one.id === id)?.label || id;
  if (node === undefined && edge === undefined)
    return (
      <PageProperties
        page={page}
        onPatch={of.patchPage}
        onRemove={() => {
          if (page.nodes.length === 0 || window.confirm(words.removePageSure(page.name, page.nodes.length))) of.removePage();
        }}
      />
    );
  return (
    <div className={styles.stack}>
      {nodes.length > 1 ? (
        <>
          <Arranging count={nodes.length} onAlign={of.align} />
          <div className={styles.row}>
            {isGrouped(page, selection.nodes) ? (
              <Button variant="default" onClick={actions.apart}>
                {editorWords.ungroup}
              </Button>
            ) : (
              <Button variant="default" onClick={actions.group}>
                {editorWords.group}
              </Button>
            )}
          </div>
        </>
      ) : null}
      {nodes.length === 1 && node !== undefined ? (
        <NodeProperties
          key={node.id}
          node={node}
          others={page.nodes.filter(({ id }) => id !== node.id)}
          units={units}
          points={points.data?.points}
          patch={(part, kind) => of.patchNode(node.id, part, kind)}
          onConnect={(target) => of.connect(node.id, target)}
        />
      ) : null}
      {nodes.length === 0 && edges.length === 1 && edge !== undefined ? (
        <>
          <h2>{editorWords.edge(nameOf(edge.source), nameOf(edge.target))}</h2>
          <EdgeProperties edge={edge} units={units} onFlow={(unitId) => of.setFlow(edge.id, unitId)} />
        </>
      ) : null}
      <div className={styles.row}>
        {nodes.length === 0 ? null : (
          <Button variant="default" onClick={actions.copy}>
            {editorWords.copy}
          </Button>
        )}
        <Button variant="default" onClick={actions.remove}>
          {editorWords.remove}
        </Button>
      </div>
    </div>
  );
};

/** What is selected, or the versions of the drawing. */
export const Side = (props: Props) => (
  <SideTabs
    properties={<Chosen {...props} />}
    versions={
      <Versions of={props.of.document} kind="scada" name={props.of.document.doc.docType} read={drawingIn} nameOf={nameOfThing} />
    }
  />
);
