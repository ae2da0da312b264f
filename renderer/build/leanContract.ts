/**
 * The contract as the panel needs it, for vite.config.ts: without what documents it and without what only the server checks, and with each of
 * its constants marked as free of effects, so that a row which no page asks for costs the browser neither bytes nor time.
 */
type Node = { type: string; start: number; end: number };
type Edit = { start: number; end: number; text: string };

/** Of a row: its documentation, and what the server does with it. Forms read `body` and `query`, calls the rest. */
const serversOwn = new Set(['summary', 'description', 'faults', 'headers', 'emptyIsFault', 'audit', 'open']);
const documenting = new Set(['meta', 'describe']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
const childrenOf = (node: Node): Node[] => Object.values<unknown>(node).flat().filter(isNode);
/** A part of a node by its name, where it has one. */
const part = (node: Node | undefined, name: string): unknown => (node as Record<string, unknown> | undefined)?.[name];
const nodeOf = (node: Node | undefined, name: string): Node | undefined => {
  const found = part(node, name);
  return isNode(found) ? found : undefined;
};
const nodesOf = (node: Node | undefined, name: string): Node[] => [part(node, name)].flat().filter(isNode);
const nameOf = (node: Node | undefined): string => String(part(node, 'name') ?? '');

const calls = (node: Node): boolean =>
  node.type === 'CallExpression' || (!/Function/.test(node.type) && childrenOf(node).some(calls));

/** `z.string().meta({ … })` is `z.string()`. */
const withoutDocumentation = (node: Node): Edit[] => {
  const callee = nodeOf(node, 'callee');
  const called = nodeOf(callee, 'object');
  return called !== undefined && documenting.has(nameOf(nodeOf(callee, 'property')))
    ? [{ start: called.end, end: node.end, text: '' }]
    : [];
};

const withoutServersOwn = (node: Node): Edit[] => {
  const [row] = nodesOf(node, 'arguments');
  if (nameOf(nodeOf(node, 'callee')) !== 'endpoint' || row === undefined) return [];
  const properties = nodesOf(row, 'properties');
  return properties.flatMap((one, at) =>
    serversOwn.has(nameOf(nodeOf(one, 'key')))
      ? [{ start: one.start, end: properties[at + 1]?.start ?? row.end - 1, text: '' }]
      : [],
  );
};

const editsIn = (node: Node): Edit[] => {
  const own = node.type === 'CallExpression' ? [...withoutDocumentation(node), ...withoutServersOwn(node)] : [];
  const within = childrenOf(node).flatMap(editsIn);
  // what is left out whole needs no change inside
  return [...own, ...within.filter((one) => !own.some(({ start, end }) => one.start >= start && one.end <= end))];
};

const madeWithoutEffect = (program: Node): Edit[] =>
  nodesOf(program, 'body')
    .map((statement) => nodeOf(statement, 'declaration') ?? statement)
    .flatMap((statement) => nodesOf(statement, 'declarations'))
    .flatMap((declarator) => nodeOf(declarator, 'init') ?? [])
    .filter((init) => !/Function/.test(init.type) && calls(init))
    .flatMap(({ start, end }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ]);

/** @param code JavaScript of a file of the contract. @param parse gives its ESTree. */
export const leanContract = (code: string, parse: (code: string) => unknown): string => {
  const program = parse(code) as Node;
  const edits = [...madeWithoutEffect(program), ...editsIn(program)];
  return edits
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
};
