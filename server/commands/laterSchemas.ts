/** The contract for the bundled server: each of its schemas is made when it is first looked at (contract/later.ts). */
type Node = { type: string; start: number; end: number };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
/** A part of a node by its name, where it has one. */
const part = (node: Node | undefined, name: string): unknown => (node as Record<string, unknown> | undefined)?.[name];
const nodeOf = (node: Node | undefined, name: string): Node | undefined => {
  const found = part(node, name);
  return isNode(found) ? found : undefined;
};
const nodesOf = (node: Node | undefined, name: string): Node[] => [part(node, name)].flat().filter(isNode);
const nameOf = (node: Node | undefined): string => String(part(node, 'name') ?? '');

/** What makes a schema of another one. */
const makers = /^(exclude|extend|meta|nullable|nullish|omit|optional|partial|pick|refine|safeExtend|superRefine|unwrap)$/;

/** `z.string()`, `z.object({…}).meta({…})`, `volume.optional()`. */
const makesSchema = (node: Node): boolean => {
  if (node.type !== 'CallExpression') return false;
  let at = nodeOf(node, 'callee');
  if (at?.type !== 'MemberExpression') return false;
  const method = nameOf(nodeOf(at, 'property'));
  while (at && at.type !== 'Identifier') at = nodeOf(at, 'object') ?? nodeOf(at, 'callee');
  return nameOf(at) === 'z' || makers.test(method);
};

const madeIn = (node: Node | undefined): Node[] => {
  if (node === undefined) return [];
  if (makesSchema(node)) return [node];
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return madeIn(nodeOf(node, 'expression'));
  if (node.type === 'ObjectExpression') return nodesOf(node, 'properties').flatMap((one) => madeIn(nodeOf(one, 'value')));
  const isRow = node.type === 'CallExpression' && nameOf(nodeOf(node, 'callee')) === 'endpoint';
  return isRow ? nodesOf(node, 'arguments').flatMap(madeIn) : [];
};

/** @param code of a file of the contract. @param parse gives its ESTree. @param path of `later`. */
export const laterSchemas = (code: string, parse: (code: string) => unknown, path: string): string => {
  const found = nodesOf(parse(code) as Node, 'body')
    .map((statement) => nodeOf(statement, 'declaration') ?? statement)
    .flatMap((statement) => nodesOf(statement, 'declarations'))
    .flatMap((declarator) => madeIn(nodeOf(declarator, 'init')));
  if (found.length === 0) return code;
  const made = found
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end }) => `${text.slice(0, start)}/* @__PURE__ */ later(() => ${text.slice(start, end)})${text.slice(end)}`,
      code,
    );
  return `import { later } from ${JSON.stringify(path)};${made}`;
};
