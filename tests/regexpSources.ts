import { ts } from '@ts-morph/common';

export type Found = { path: string; line: number; source: string; flags: string };

/** The regular expressions of a source file: literals, and texts given to RegExp and to z's regex by themselves. */
export const regexpsIn = (path: string, text: string): Found[] => {
  const file = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: Found[] = [];
  const add = (node: ts.Node, source: string, flags: string): void => {
    found.push({ path, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, source, flags });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    }
    if (ts.isNewExpression(node) && node.expression.getText(file) === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      // a pattern that is put together at run time cannot be proved: it does not stand in the product
      if (pattern && ts.isStringLiteralLike(pattern))
        add(node, pattern.text, flags && ts.isStringLiteralLike(flags) ? flags.text : '');
      else add(node, '(a|a)*b', '');
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};
