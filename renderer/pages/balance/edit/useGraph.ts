import { useCallback, useState } from 'react';
import type { BalanceGraph, BalanceNodeType } from '../../../../server/contract/model/balanceGraph.ts';
import { readBalanceGraph, saveBalanceGraph } from '../../../../server/contract/user/waterBalance.ts';
import { useSend } from '../../../api/useEndpoint.ts';
import { type Alignment, aligned } from '../../../parts/editor/arrange.ts';
import { draftKey } from '../../../parts/editor/draft.ts';
import { nothingSelected, type Selection } from '../../../parts/editor/EditorCanvas.tsx';
import { useEditedDocument } from '../../../parts/editor/useEditedDocument.ts';
import { useProfile, useServices } from '../../../state/services.ts';
import {
  boxOf,
  connected,
  doubled,
  type EdgePatch,
  graphOf,
  graphRules,
  laidOut,
  type NodePatch,
  patchedEdge,
  patchedNode,
  placed,
  removed,
  withNode,
} from './graph.ts';
import { words } from './words.ts';

const saveTimeoutMs = 30_000;

/** The graph, what is selected of it, and everything that can be done with them. */
export const useGraph = (stored: BalanceGraph) => {
  const { session } = useServices();
  const { username, industryName } = useProfile();
  const saving = useSend(saveBalanceGraph, saveTimeoutMs);
  const document = useEditedDocument({
    stored: { version: stored.version, doc: graphOf(stored) },
    rules: graphRules,
    draftKey: draftKey('balance', industryName, username),
    send: async (doc, version) => (await saving.send({ body: { ...doc, version } })).version,
    read: async () => {
      const now = await session.request(readBalanceGraph, {});
      return { version: now.version, doc: graphOf(now) };
    },
  });
  const { doc, change } = document;
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set());
  const choose = (ids: Iterable<string>) => setSelection({ nodes: new Set(ids), edges: new Set() });
  const remove = () => {
    change((before) => removed(before, selection));
    setSelection(nothingSelected);
  };
  return {
    document,
    selection,
    select: setSelection,
    choose,
    add: (type: BalanceNodeType, at: { x: number; y: number }) => {
      const { id } = withNode(doc, type, words.types[type], at);
      change((before) => withNode(before, type, words.types[type], at).graph);
      choose([id]);
    },
    move: useCallback(
      (places: ReadonlyMap<string, { x: number; y: number }>) => change((before) => placed(before, places)),
      [change],
    ),
    connect: (source: string, target: string) => change((before) => connected(before, source, target)),
    patchNode: (id: string, part: NodePatch, kind?: string) => change((before) => patchedNode(before, id, part), kind),
    patchEdge: (id: string, part: EdgePatch, kind?: string) => change((before) => patchedEdge(before, id, part), kind),
    layOut: () => change(laidOut),
    align: (how: Alignment) =>
      change((before) => placed(before, aligned(before.nodes.filter(({ id }) => selection.nodes.has(id)).map(boxOf), how))),
    actions: {
      undo: document.undo,
      redo: document.redo,
      save: () => document.isDirty && document.save(),
      remove,
      copy: () => setCopied(selection.nodes),
      paste: () => {
        if (copied.size === 0) return;
        choose(doubled(doc, copied).ids);
        change((before) => doubled(before, copied).graph);
      },
      all: () => choose(doc.nodes.map(({ id }) => id)),
      nothing: () => setSelection(nothingSelected),
    },
  };
};
export type GraphTools = ReturnType<typeof useGraph>;
