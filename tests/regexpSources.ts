import { parseSync } from 'vite';
import { type SyntaxNode, walkSyntax } from './walkSyntax.ts';

export type Found = { path: string; line: number; source: string; flags: string };

/** What a text without parts that are put together at run time says, or nothing. */
const textIn = (node: SyntaxNode | undefined): string | undefined => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  const { quasis = [] } = (node?.type === 'TemplateLiteral' ? node : {}) as { quasis?: { value: { cooked: string } }[] };
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
};

/** The regular expressions of a source file: literals, and texts given to RegExp by themselves. */
export const regexpsIn = (path: string, text: string): Found[] => {
  const found: Found[] = [];
  walkSyntax(parseSync(path, text).program, undefined, (node) => {
    const add = (source: string, flags: string): void => {
      found.push({ path, line: text.slice(0, node.start).split('\n').length, source, flags });
    };
    const { regex, callee } = node as { regex?: { pattern: string; flags: string }; callee?: { name?: string } };
    if (node.type === 'Literal' && regex) add(regex.pattern, regex.flags);
    if (/^(New|Call)Expression$/.test(node.type) && callee?.name === 'RegExp') {
      const [pattern, flags] = node.arguments as SyntaxNode[];
      // a pattern that is put together at run time cannot be proved: it does not stand in the product
      add(textIn(pattern) ?? '(a|a)*b', textIn(flags) ?? '');
    }
    return undefined;
  });
  return found;
};
