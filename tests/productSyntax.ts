/** What the tests of sizes and names ask about every file of the product, found in one walk: to parse them all takes seconds. */
import { parseSync } from 'vite';
import { product } from './product.ts';
import { isSyntaxNode, type SyntaxNode, walkSyntax } from './walkSyntax.ts';

type FunctionNode = { file: string; name: string; line: number; lines: number; hasBody: boolean; parameters: number };

const nameOf = ({ id, key }: SyntaxNode): string | undefined => {
  const named = id ?? key;
  if (!isSyntaxNode(named) || !('name' in named)) return undefined;
  return `${named.type === 'PrivateIdentifier' ? '#' : ''}${String(named.name)}`;
};
const linesIn = (text: string): number => text.split('\n').length;

/** Functions, methods and types of functions, each by its own name or that of what holds it. */
export const functions: FunctionNode[] = [];
/** Names that occur in a file, by the file. */
export const identifiers = new Map<string, ReadonlySet<string>>();

for (const { file, text } of product) {
  const names = new Set<string>();
  walkSyntax(parseSync(file, text).program, '', (node, outer) => {
    const name = nameOf(node) ?? outer;
    if (/Identifier$/.test(node.type) && 'name' in node) names.add(String(node.name));
    if (/Function|Method/.test(node.type) && ('params' in node || 'body' in node))
      functions.push({
        file,
        name,
        line: linesIn(text.slice(0, node.start)),
        lines: linesIn(text.slice(node.start, node.end)),
        hasBody: Boolean(node.body),
        parameters: Array.isArray(node.params) ? node.params.length : 0,
      });
    return name;
  });
  identifiers.set(file, names);
}
