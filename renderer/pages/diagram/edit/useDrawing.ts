import { useCallback, useState } from 'react';
import {
  readScadaGraph,
  type ScadaGraph,
  type ScadaNode,
  type ScadaPage,
  saveScadaGraph,
} from '../../../../server/contract/user/scada.ts';
import { useSend } from '../../../api/useEndpoint.ts';
import { type Alignment, aligned } from '../../../parts/editor/arrange.ts';
import { draftKey } from '../../../parts/editor/draft.ts';
import { nothingSelected, type Selection } from '../../../parts/editor/EditorCanvas.tsx';
import { useEditedDocument } from '../../../parts/editor/useEditedDocument.ts';
import { useProfile, useServices } from '../../../state/services.ts';
import { words as diagramWords } from '../words.ts';
import { keepClip, readClip } from './clip.ts';
import {
  apart,
  boxOf,
  type Clip,
  clipOf,
  connected,
  drawingOf,
  drawingRules,
  grouped,
  type Kind,
  type NewPage,
  newNode,
  onPage,
  pasted,
  patched,
  patchedEdge,
  placed,
  removed,
  withGroups,
  withPage,
} from './drawing.ts';
import { words } from './words.ts';

const saveTimeoutMs = 30_000;
const emptyPage = (name: string): NewPage => ({ name, level: 2, width: 1600, height: 900, nodes: [], edges: [] });

/** The drawing, its page in sight, what is selected, and everything that can be done with them. */
export const useDrawing = (graph: ScadaGraph) => {
  const { session } = useServices();
  const { username, industryName } = useProfile();
  const saving = useSend(saveScadaGraph, saveTimeoutMs);
  const document = useEditedDocument({
    stored: { version: graph.version, doc: drawingOf(graph) },
    rules: drawingRules,
    draftKey: draftKey('diagram', industryName, username),
    send: async (doc, version) => (await saving.send({ query: {}, body: { ...doc, version } })).version,
    read: async () => {
      const now = await session.request(readScadaGraph, { query: {} });
      return { version: now.version, doc: drawingOf(now) };
    },
  });
  const { doc, change } = document;
  const [wanted, setWanted] = useState<string | null>(null);
  const page = doc.pages.find(({ id }) => id === wanted) ?? doc.pages[0];
  const pageId = page?.id ?? '';
  const [selection, setSelection] = useState<Selection>(nothingSelected);

  const edit = useCallback(
    (next: (page: ScadaPage) => ScadaPage, kind?: string) => change((before) => onPage(before, pageId, next), kind),
    [change, pageId],
  );
  const select = useCallback(
    (next: Selection) => setSelection(page === undefined ? next : { ...next, nodes: withGroups(page, next.nodes) }),
    [page],
  );
  const openPage = (id: string) => {
    setWanted(id);
    setSelection(nothingSelected);
  };
  const addPage = (added: NewPage) => {
    const { id } = withPage(doc, added);
    change((before) => withPage(before, added).drawing);
    openPage(id);
  };
  const paste = (clip: Clip | null) => {
    if (clip === null || page === undefined) return;
    const { ids } = pasted(page, clip);
    edit((before) => pasted(before, clip).page);
    setSelection({ nodes: ids, edges: new Set() });
  };
  const copy = () => {
    if (page !== undefined && selection.nodes.size > 0) keepClip(clipOf(page, selection.nodes));
  };
  const remove = () => {
    edit((before) => removed(before, selection));
    setSelection(nothingSelected);
  };
  const add = (kind: Kind, at: { x: number; y: number }) => {
    if (page === undefined) {
      const node = newNode(kind, diagramWords.kinds[kind], at, new Set());
      addPage({ ...emptyPage(words.pageName(1)), nodes: [node] });
      return;
    }
    const node = newNode(kind, diagramWords.kinds[kind], at, new Set(page.nodes.map(({ id }) => id)));
    edit((before) => ({ ...before, nodes: [...before.nodes, node] }));
    setSelection({ nodes: new Set([node.id]), edges: new Set() });
  };
  return {
    document,
    page,
    selection,
    select,
    openPage,
    addPage: () => addPage(emptyPage(words.pageName(doc.pages.length + 1))),
    addFilled: addPage,
    removePage: () => {
      change((before) => ({ ...before, pages: before.pages.filter(({ id }) => id !== pageId) }));
      setSelection(nothingSelected);
    },
    patchPage: (part: Partial<ScadaPage>, kind?: string) => edit((before) => ({ ...before, ...part }) as ScadaPage, kind),
    add,
    move: useCallback(
      (places: ReadonlyMap<string, { x: number; y: number }>) => edit((before) => placed(before, places)),
      [edit],
    ),
    connect: (source: string, target: string) => edit((before) => connected(before, source, target)),
    patchNode: (id: string, part: { [Key in keyof ScadaNode]?: ScadaNode[Key] | undefined }, kind?: string) =>
      edit((before) => patched(before, id, part), kind),
    setFlow: (id: string, unitId: string | undefined) => edit((before) => patchedEdge(before, id, unitId)),
    align: (how: Alignment) =>
      edit((before) => placed(before, aligned(before.nodes.filter(({ id }) => selection.nodes.has(id)).map(boxOf), how))),
    edit,
    actions: {
      undo: document.undo,
      redo: document.redo,
      save: () => document.isDirty && document.save(),
      remove,
      copy,
      cut: () => {
        copy();
        remove();
      },
      paste: () => paste(readClip()),
      all: () => page !== undefined && setSelection({ nodes: new Set(page.nodes.map(({ id }) => id)), edges: new Set() }),
      group: () => edit((before) => grouped(before, selection.nodes)),
      apart: () => edit((before) => apart(before, selection.nodes)),
      nothing: () => setSelection(nothingSelected),
    },
  };
};
export type DrawingTools = ReturnType<typeof useDrawing>;
