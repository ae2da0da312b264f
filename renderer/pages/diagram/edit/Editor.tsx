import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { listWritePoints } from '../../../../server/contract/plant/commands.ts';
import type { ScadaGraph, ScadaPage } from '../../../../server/contract/user/scada.ts';
import { readBalanceGraph } from '../../../../server/contract/user/waterBalance.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { Choice } from '../../../parts/Choice.tsx';
import { download } from '../../../parts/downloads.ts';
import { Conflict } from '../../../parts/editor/Conflict.tsx';
import styles from '../../../parts/editor/Editor.module.css';
import { EditorBar } from '../../../parts/editor/EditorBar.tsx';
import { EditorCanvas } from '../../../parts/editor/EditorCanvas.tsx';
import { FileButton } from '../../../parts/editor/FileButton.tsx';
import { useCanvas } from '../../../parts/editor/useCanvas.ts';
import { useEditorKeys } from '../../../parts/editor/useEditorKeys.ts';
import { words as editorWords } from '../../../parts/editor/words.ts';
import { CheckField, FormProblem } from '../../../parts/form/fields.tsx';
import { sidesOf } from '../flowOrder.ts';
import { words as diagramWords } from '../words.ts';
import { pageIn } from './clip.ts';
import { nodeTypes } from './DrawnNode.tsx';
import { boxOf, type Kind, missingControls, missingUnits, withoutControls, withoutUnits } from './drawing.ts';
import { pageFromBalance } from './fromBalance.ts';
import { nameOfThing } from './names.ts';
import { Palette } from './Palette.tsx';
import { Side } from './Side.tsx';
import { type DrawingTools, useDrawing } from './useDrawing.ts';
import { words } from './words.ts';

/** What the canvas draws of the page. */
const useShown = ({ page }: DrawingTools, unitNames: ReadonlyMap<string, string>) => {
  const nodes = useMemo(
    () =>
      (page?.nodes ?? []).map((node) => ({
        ...boxOf(node),
        type: 'drawn',
        name: `${diagramWords.kinds[node.kind]} ${node.label}`,
        data: {
          node,
          // several fields of one unit name it once
          bound: [...new Set((node.bind ?? []).map(({ unitId }) => unitNames.get(unitId) ?? unitId))].join(', '),
          fault: (node.bind ?? []).some(({ unitId }) => unitNames.size > 0 && !unitNames.has(unitId)),
        },
      })),
    [page?.nodes, unitNames],
  );
  const edges = useMemo(() => {
    const labels = new Map((page?.nodes ?? []).map(({ id, label }) => [id, label || id]));
    return (page?.edges ?? []).map(({ id, source, target, flowUnitId }) => ({
      id,
      source,
      target,
      name: editorWords.edge(labels.get(source) ?? source, labels.get(target) ?? target),
      dashed: flowUnitId === undefined,
    }));
  }, [page?.nodes, page?.edges]);
  return { nodes, edges };
};

/** Several pages, one from the balance, and pages as files for other plants. */
const PageTools = ({ of }: { of: DrawingTools }) => {
  const balance = useEndpoint(readBalanceGraph, {});
  const [problem, setProblem] = useState<string | null>(null);
  const { page, document } = of;
  return (
    <div className={styles.bar}>
      {document.doc.pages.length === 0 || page === undefined ? null : (
        <Choice
          label={words.pages}
          value={page.id}
          options={document.doc.pages.map(({ id, name }) => ({ value: id, label: name || id }))}
          onChoose={of.openPage}
        />
      )}
      <Button variant="default" onClick={of.addPage}>
        {words.newPage}
      </Button>
      <Button
        variant="default"
        disabled={balance.data === undefined}
        onClick={() => {
          if (balance.data === undefined || balance.data.nodes.length === 0) return setProblem(words.fromBalanceNone);
          setProblem(null);
          of.addFilled(pageFromBalance(balance.data, words.balancePage));
        }}
      >
        {words.fromBalance}
      </Button>
      <Button
        variant="default"
        disabled={page === undefined}
        onClick={() => {
          const text = JSON.stringify(page, undefined, 1);
          download(new Blob([text], { type: 'application/json' }), `${page?.name || 'page'}.json`);
        }}
      >
        {words.exportPage}
      </Button>
      <FileButton
        label={words.importPage}
        accept=".json,application/json"
        onFile={(file) =>
          void file.text().then((text) => {
            const read = pageIn(text);
            setProblem(read === null ? words.unreadable : null);
            if (read !== null) of.addFilled(read);
          })
        }
      />
      <FormProblem>{problem}</FormProblem>
    </div>
  );
};

/** Units and write points that the page names and the plant does not have; a page from another plant's file brings such. */
const useMissing = (page: ScadaPage | undefined, unitNames: ReadonlyMap<string, string>) => {
  const points = useEndpoint(listWritePoints, { query: {} }).data?.points;
  const units = page === undefined || unitNames.size === 0 ? [] : missingUnits(page, new Set(unitNames.keys()));
  const known = points && new Set(points.flatMap(({ id, asset }) => [id, asset]));
  return { units, controls: page === undefined || known === undefined ? [] : missingControls(page, known) };
};

/** The drawing with palette, tools and properties. */
export const DiagramEditor = ({ graph }: { graph: ScadaGraph }) => {
  const of = useDrawing(graph);
  const { units, unitNames, snap, setSnap, middle } = useCanvas();
  const { document, page, selection, actions } = of;
  const { nodes, edges } = useShown(of, unitNames);
  useEditorKeys(actions);
  const missing = useMissing(page, unitNames);
  const lines = [...missing.units.map(words.missing), ...missing.controls.map(words.missingPoint)];
  return (
    <div className={styles.stack}>
      <EditorBar of={document}>
        <Button variant="default" onClick={actions.paste}>
          {editorWords.paste}
        </Button>
        <CheckField label={editorWords.snap} checked={snap} onChange={setSnap} />
      </EditorBar>
      <PageTools of={of} />
      <FormProblem>{document.problem}</FormProblem>
      {lines.length === 0 ? null : (
        <div className={styles.problems}>
          <ul aria-label={editorWords.problems(lines.length)}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Button
            variant="default"
            onClick={() =>
              of.edit((before) => withoutControls(withoutUnits(before, new Set(missing.units)), new Set(missing.controls)))
            }
          >
            {words.dropMissing(lines.length)}
          </Button>
        </div>
      )}
      <div className={styles.layout}>
        <Palette onAdd={(kind) => of.add(kind, middle.current())} />
        <div className={styles.stack}>
          {page === undefined || page.nodes.length === 0 ? <p className={styles.note}>{words.emptyPage}</p> : null}
          <EditorCanvas
            key={page?.id ?? ''}
            label={words.canvas(page?.name ?? '')}
            nodes={nodes}
            edges={edges}
            nodeTypes={nodeTypes}
            edgeType="step"
            sidesOf={sidesOf}
            selection={selection}
            onSelect={of.select}
            onMove={of.move}
            onConnect={of.connect}
            onDropKind={(kind, at) => of.add(kind as Kind, at)}
            snap={snap}
            middle={middle}
          />
        </div>
        {page === undefined ? null : <Side of={of} page={page} units={units} />}
      </div>
      <Conflict of={document} kind="scada" name={document.doc.docType} nameOf={nameOfThing} />
    </div>
  );
};
