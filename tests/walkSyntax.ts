export type SyntaxNode = { type: string; start: number; end: number; [child: string]: unknown };

export const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Visits every node below `value`, parents first; what `visit` returns is handed to the visits of the node's children. */
export const walkSyntax = <Context>(
  value: unknown,
  context: Context,
  visit: (node: SyntaxNode, context: Context) => Context,
): void => {
  if (Array.isArray(value)) for (const one of value) walkSyntax(one, context, visit);
  if (!isSyntaxNode(value)) return;
  const own = visit(value, context);
  for (const key in value) walkSyntax(value[key], own, visit);
};
