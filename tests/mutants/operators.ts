import { parseSync } from 'vite';

/** One change of a source text: characters from `start` to `end` become `text`. */
export type Mutant = { start: number; end: number; text: string; operator: string; line: number };

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Change = Omit<Mutant, 'line'>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
/** Types, imports and texts hold no behaviour of their own. */
const SKIPPED = new Set([
  'ImportDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSTypeAnnotation',
  'Decorator',
]);
const SKIPPED_KEYS = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'returnType',
  'superTypeArguments',
  'implements',
]);

const SWAPPED: Readonly<Record<string, [text: string, operator: string]>> = {
  '<': ['<=', 'boundary'],
  '<=': ['<', 'boundary'],
  '>': ['>=', 'boundary'],
  '>=': ['>', 'boundary'],
  '===': ['!==', 'negated'],
  '!==': ['===', 'negated'],
  '+': ['-', 'arithmetic'],
  '-': ['+', 'arithmetic'],
  '*': ['/', 'arithmetic'],
  '/': ['*', 'arithmetic'],
  '%': ['*', 'arithmetic'],
  '&': ['|', 'arithmetic'],
  '|': ['&', 'arithmetic'],
  '<<': ['>>', 'arithmetic'],
  '>>': ['<<', 'arithmetic'],
  '&&': ['||', 'logic'],
  '||': ['&&', 'logic'],
};

const isText = (node: unknown): boolean =>
  isNode(node) &&
  (node.type === 'TemplateLiteral' ||
    (node.type === 'Literal' && typeof node.value === 'string') ||
    (node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left) || isText(node.right))));

/** An operator between two operands becomes its neighbour. */
const swapOperator = (source: string, node: Node): Change[] => {
  const { left, right } = node;
  const found = SWAPPED[String(node.operator)];
  if (!found || !isNode(left) || !isNode(right) || (node.operator === '+' && (isText(left) || isText(right)))) return [];
  const at = source.indexOf(String(node.operator), left.end);
  return at < 0 || at >= right.start
    ? []
    : [{ start: at, end: at + String(node.operator).length, text: found[0], operator: found[1] }];
};

const negate = (source: string, { test }: Node): Change[] => {
  if (!isNode(test) || (test.type === 'BinaryExpression' && /^[!=]==$/.test(String(test.operator)))) return [];
  return [{ start: test.start, end: test.end, text: `!(${source.slice(test.start, test.end)})`, operator: 'negated' }];
};

const changeLiteral = (source: string, node: Node): Change[] => {
  const at = { start: node.start, end: node.end, operator: 'constant' };
  if (typeof node.value === 'boolean') return [{ ...at, text: String(!node.value) }];
  if (typeof node.value !== 'number') return [];
  return [{ ...at, text: node.value === 0 ? '1' : `(${source.slice(node.start, node.end)} * 2)` }];
};

/** Whether a statement only says something to the log. */
const isLogging = (text: string): boolean => /\blog\??\.(debug|info|warn|error)\(/.test(text);

const removeStatement = (source: string, node: Node): Change[] => {
  const { expression } = node;
  if (!isNode(expression)) return [];
  const text = source.slice(node.start, node.end);
  const isAct = /^(Call|Await|Assignment|Update|Unary)Expression$/.test(expression.type);
  return isAct && !isLogging(text) && !text.startsWith('super')
    ? [{ start: node.start, end: node.end, text: ';', operator: 'removed' }]
    : [];
};

/** Values of a declared type that stand for nothing. */
const defaultsOf = (type: string): string[] => {
  if (type === 'boolean') return ['true', 'false'];
  if (type === 'number') return ['0'];
  if (type === 'string') return ["''"];
  if (/^(string|number|boolean)$/.test(type.replace(/ \| (null|undefined)$/, '')) || / \| null$/.test(type)) return ['null'];
  if (/ \| undefined$/.test(type)) return ['undefined'];
  return /\[\]$|^readonly .*\[\]$/.test(type) ? ['[]'] : [];
};

const returnDefault = (source: string, value: unknown, type: string): Change[] => {
  if (!isNode(value)) return [];
  const text = source.slice(value.start, value.end);
  return defaultsOf(type)
    .filter((each) => each !== text)
    .map((each) => ({ start: value.start, end: value.end, text: each, operator: 'default' }));
};

const returnTypeOf = (source: string, node: Node): string => {
  const declared = node.returnType;
  if (!isNode(declared)) return '';
  return source.slice(declared.start, declared.end).replace(/^:\s*/, '');
};

const changesOf = (source: string, node: Node, returns: string): Change[] => {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return swapOperator(source, node);
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return negate(source, node);
    case 'UnaryExpression':
      return node.operator === '!' ? [{ start: node.start, end: node.start + 1, text: '', operator: 'negated' }] : [];
    case 'Literal':
      return changeLiteral(source, node);
    case 'ExpressionStatement':
      return removeStatement(source, node);
    case 'ReturnStatement':
      return returnDefault(source, node.argument, returns);
    case 'ArrowFunctionExpression':
      return node.expression === true ? returnDefault(source, node.body, returnTypeOf(source, node)) : [];
    default:
      return [];
  }
};

/** `row[at] ?? 0`: the compiler asks for a value where there can be none; what it is has no effect. */
const isFallback = (parent: Node, key: string): boolean =>
  parent.type === 'LogicalExpression' &&
  parent.operator === '??' &&
  key === 'right' &&
  isNode(parent.left) &&
  parent.left.type === 'MemberExpression' &&
  parent.left.computed === true;

const isFunction = ({ type }: Node): boolean => /^(ArrowFunction|Function)(Expression|Declaration)$/.test(type);
/** `this.#x = parts.x`: without it nothing works at all, which proves nothing. */
const isWiring = (source: string, node: Node): boolean =>
  node.type === 'ExpressionStatement' && /^this\.#?\w+ = [\w.]+;?$/.test(source.slice(node.start, node.end));

/** All mutants of a TypeScript text, in its order; no two of them are the same text. */
export const mutantsOf = (source: string): Mutant[] => {
  const found = new Map<string, Mutant>();
  const visit = (node: Node, returns: string): void => {
    if (SKIPPED.has(node.type) || (node.type.startsWith('TS') && !isNode(node.expression)) || isWiring(source, node)) return;
    for (const change of changesOf(source, node, returns)) {
      const line = source.slice(0, change.start).split('\n').length;
      found.set(`${change.start} ${change.end} ${change.text}`, { ...change, line });
    }
    const inner = isFunction(node) ? returnTypeOf(source, node) : returns;
    for (const [key, child] of Object.entries(node)) {
      if (SKIPPED_KEYS.has(key) || (isNode(child) && child.type === 'Literal' && isFallback(node, key))) continue;
      for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) visit(each, inner);
    }
  };
  visit(parseSync('source.ts', source).program as unknown as Node, '');
  return [...found.values()].sort((a, b) => a.start - b.start || a.text.localeCompare(b.text));
};
