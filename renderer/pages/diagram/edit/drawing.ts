import { type ScadaGraph, type ScadaNode, type ScadaPage, scadaGraph } from '../../../../server/contract/user/scada.ts';
import { type Box, freeId } from '../../../parts/editor/arrange.ts';
import type { Selection } from '../../../parts/editor/EditorCanvas.tsx';
import type { DocumentRules } from '../../../parts/editor/useEditedDocument.ts';

/** A diagram as it is edited; version, time and author are the server's. */
export type Drawing = Pick<ScadaGraph, 'prefix' | 'docType' | 'pages'> & { [own: string]: unknown };
type PageHead = Pick<ScadaPage, 'name' | 'level' | 'width' | 'height'> & { [own: string]: unknown };
/** A page that has no id yet. */
export type NewPage = PageHead & Pick<ScadaPage, 'nodes' | 'edges'>;
export type DrawnEdge = ScadaPage['edges'][number];
export type Kind = ScadaNode['kind'];

export const drawingOf = ({ version: _, updatedAt: __, updatedBy: ___, ...rest }: ScadaGraph): Drawing => rest;
/** The body of an older version; null where it is none of a diagram. */
export const drawingIn = (body: unknown): Drawing | null => {
  const read = scadaGraph.safeParse({ version: 0, ...(body as object) });
  return read.success ? drawingOf(read.data) : null;
};

/** Symbols and lines by page, so that two people who work on two pages, or on two symbols, do not meet. */
export const drawingRules: DocumentRules<Drawing> = {
  thingsOf: ({ pages }) =>
    new Map(
      pages.flatMap(({ nodes, edges, ...page }): [string, object][] => [
        [`page ${page.id}`, page],
        ...nodes.map((node): [string, object] => [`node ${page.id} ${node.id}`, node]),
        ...edges.map((edge): [string, object] => [`edge ${page.id} ${edge.id}`, edge]),
      ]),
    ),
  documentOf: (things, like) => {
    const ofKind = <T>(kind: string, pageId: string): T[] =>
      [...things].filter(([key]) => key.startsWith(`${kind} ${pageId} `)).map(([, thing]) => thing as T);
    const pages = [...things].filter(([key]) => key.startsWith('page ')).map(([, page]) => page as PageHead & { id: string });
    return {
      ...like,
      pages: pages.map((page) => {
        const nodes = ofKind<ScadaNode>('node', page.id);
        const ids = new Set(nodes.map(({ id }) => id));
        const edges = ofKind<DrawnEdge>('edge', page.id).filter(({ source, target }) => ids.has(source) && ids.has(target));
        return { ...page, nodes, edges } as ScadaPage;
      }),
    };
  },
};

const sizes: Partial<Record<Kind, readonly [w: number, h: number]>> = {
  tank: [190, 110],
  basin: [190, 110],
  pond: [190, 90],
  membrane: [180, 80],
  text: [160, 30],
  group: [160, 30],
};

export const newNode = (kind: Kind, label: string, at: { x: number; y: number }, taken: ReadonlySet<string>): ScadaNode => {
  const [w, h] = sizes[kind] ?? [158, 64];
  return { id: freeId(kind, taken), kind, label, x: Math.round(at.x / 10) * 10, y: Math.round(at.y / 10) * 10, w, h };
};

export const onPage = (drawing: Drawing, pageId: string, change: (page: ScadaPage) => ScadaPage): Drawing => {
  const before = drawing.pages.find(({ id }) => id === pageId);
  if (before === undefined) return drawing;
  const after = change(before);
  return after === before ? drawing : { ...drawing, pages: drawing.pages.map((page) => (page === before ? after : page)) };
};

export const placed = (page: ScadaPage, places: ReadonlyMap<string, { x: number; y: number }>): ScadaPage => {
  const moved = page.nodes.some(({ id, x, y }) => {
    const to = places.get(id);
    return to !== undefined && (to.x !== x || to.y !== y);
  });
  return moved ? { ...page, nodes: page.nodes.map((node) => ({ ...node, ...places.get(node.id) })) } : page;
};

export const patched = (
  page: ScadaPage,
  id: string,
  part: { [Key in keyof ScadaNode]?: ScadaNode[Key] | undefined },
): ScadaPage => ({
  ...page,
  nodes: page.nodes.map((node) => (node.id === id ? ({ ...node, ...part } as ScadaNode) : node)),
});

export const patchedEdge = (page: ScadaPage, id: string, flowUnitId: string | undefined): ScadaPage => ({
  ...page,
  edges: page.edges.map((edge) => {
    if (edge.id !== id) return edge;
    const { flowUnitId: _, ...rest } = edge;
    return (flowUnitId === undefined ? rest : { ...rest, flowUnitId }) as DrawnEdge;
  }),
});

/** One line between two symbols is enough. */
export const connected = (page: ScadaPage, source: string, target: string): ScadaPage => {
  if (source === target || page.edges.some((edge) => edge.source === source && edge.target === target)) return page;
  const id = freeId(`${source}-${target}`.slice(0, 56), new Set(page.edges.map((edge) => edge.id)));
  return { ...page, edges: [...page.edges, { id, source, target }] };
};

export const removed = (page: ScadaPage, { nodes, edges }: Selection): ScadaPage => ({
  ...page,
  nodes: page.nodes.filter(({ id }) => !nodes.has(id)),
  edges: page.edges.filter(({ id, source, target }) => !edges.has(id) && !nodes.has(source) && !nodes.has(target)),
});

const groupOf = (node: ScadaNode): string | undefined => (typeof node.groupId === 'string' ? node.groupId : undefined);

/** With one symbol of a group come the others of it. */
export const withGroups = (page: ScadaPage, ids: ReadonlySet<string>): ReadonlySet<string> => {
  const groups = new Set(page.nodes.filter(({ id }) => ids.has(id)).flatMap((node) => groupOf(node) ?? []));
  const found = page.nodes.filter((node) => ids.has(node.id) || groups.has(groupOf(node) ?? '')).map(({ id }) => id);
  return found.length === ids.size ? ids : new Set(found);
};

export const isGrouped = (page: ScadaPage, ids: ReadonlySet<string>): boolean =>
  page.nodes.some((node) => ids.has(node.id) && groupOf(node) !== undefined);

export const grouped = (page: ScadaPage, ids: ReadonlySet<string>): ScadaPage => {
  const taken = new Set(page.nodes.flatMap((node) => groupOf(node) ?? []));
  const groupId = freeId('group', taken);
  return { ...page, nodes: page.nodes.map((node) => (ids.has(node.id) ? { ...node, groupId } : node)) };
};

export const apart = (page: ScadaPage, ids: ReadonlySet<string>): ScadaPage => ({
  ...page,
  nodes: page.nodes.map((node) => {
    if (!ids.has(node.id)) return node;
    const { groupId: _, ...rest } = node;
    return rest as ScadaNode;
  }),
});

/** Symbols with the lines between them, as they are copied from one page or plant to another. */
export type Clip = Pick<ScadaPage, 'nodes' | 'edges'>;

export const clipOf = (page: ScadaPage, ids: ReadonlySet<string>): Clip => ({
  nodes: page.nodes.filter(({ id }) => ids.has(id)),
  edges: page.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
});

/** The page with a copy, a little aside, and the ids of what was added. */
export const pasted = (page: ScadaPage, clip: Clip, aside = 30): { page: ScadaPage; ids: ReadonlySet<string> } => {
  const taken = new Set(page.nodes.map(({ id }) => id));
  const edgeIds = new Set(page.edges.map(({ id }) => id));
  const named = new Map<string, string>();
  const nodes = clip.nodes.map((node) => {
    const id = freeId(node.id.replace(/-\d+$/, '').slice(0, 56), taken);
    taken.add(id);
    named.set(node.id, id);
    return { ...node, id, x: node.x + aside, y: node.y + aside };
  });
  const edges = clip.edges.flatMap((edge) => {
    const [source, target] = [named.get(edge.source), named.get(edge.target)];
    if (source === undefined || target === undefined) return [];
    const id = freeId(`${source}-${target}`.slice(0, 56), edgeIds);
    edgeIds.add(id);
    return [{ ...edge, id, source, target }];
  });
  return { page: { ...page, nodes: [...page.nodes, ...nodes], edges: [...page.edges, ...edges] }, ids: new Set(named.values()) };
};

export const withPage = (drawing: Drawing, page: NewPage): { drawing: Drawing; id: string } => {
  const id = freeId('page', new Set(drawing.pages.map((one) => one.id)));
  return { drawing: { ...drawing, pages: [...drawing.pages, { ...page, id } as ScadaPage] }, id };
};

export const boxOf = ({ id, x, y, w, h }: ScadaNode): Box => ({ id, x, y, w, h });

/** Units that bindings and lines name and that the plant does not have. */
export const missingUnits = (page: ScadaPage, known: ReadonlySet<string>): string[] =>
  [
    ...new Set([
      ...page.nodes.flatMap(({ bind = [] }) => bind.map(({ unitId }) => unitId)),
      ...page.edges.flatMap(({ flowUnitId }) => flowUnitId ?? []),
    ]),
  ].filter((unitId) => !known.has(unitId));

export const withoutUnits = (page: ScadaPage, gone: ReadonlySet<string>): ScadaPage => ({
  ...page,
  nodes: page.nodes.map((node) => {
    const { bind, ...rest } = node;
    return bind?.some(({ unitId }) => gone.has(unitId))
      ? ({ ...rest, bind: bind.filter(({ unitId }) => !gone.has(unitId)) } as ScadaNode)
      : node;
  }),
  edges: page.edges.map((edge) => {
    const { flowUnitId, ...rest } = edge;
    return flowUnitId !== undefined && gone.has(flowUnitId) ? (rest as DrawnEdge) : edge;
  }),
});

/** Write points that a page names, by id or asset, and the plant does not have. @param known ids and assets of those it has */
export const missingControls = (page: ScadaPage, known: ReadonlySet<string>): string[] =>
  [...new Set(page.nodes.flatMap(({ control }) => control?.deviceId ?? []))].filter((id) => !known.has(id));

export const withoutControls = (page: ScadaPage, gone: ReadonlySet<string>): ScadaPage => ({
  ...page,
  nodes: page.nodes.map((node) => {
    const { control, ...rest } = node;
    return control !== undefined && gone.has(control.deviceId) ? (rest as ScadaNode) : node;
  }),
});
