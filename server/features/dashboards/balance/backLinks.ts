/**
 * The links that close a circle when a graph is walked from its sources: without them there is none. Nodes and links are taken in
 * the order of ids, so that the choice does not depend on how they were listed.
 */
export const backLinks = <L extends { source: string; target: string }>(
  nodeIds: readonly string[],
  links: readonly L[],
): ReadonlySet<L> => {
  const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const from = Map.groupBy(
    links.toSorted((a, b) => byText(a.target, b.target)),
    ({ source }) => source,
  );
  const targets = new Set(links.map(({ target }) => target));
  const ordered = nodeIds.toSorted(byText);
  const roots = [...ordered.filter((id) => !targets.has(id)), ...ordered];
  const back = new Set<L>();
  const done = new Set<string>();
  const onWay = new Set<string>();
  for (const root of roots) {
    // a stack of its own: a chain of hundreds of nodes must not depend on that of the language
    const way = done.has(root) ? [] : [{ id: root, next: 0 }];
    if (way.length > 0) onWay.add(root);
    for (let step = way.at(-1); step; step = way.at(-1)) {
      const link = from.get(step.id)?.[step.next];
      step.next += 1;
      if (!link) {
        onWay.delete(step.id);
        done.add(step.id);
        way.pop();
      } else if (onWay.has(link.target)) back.add(link);
      else if (!done.has(link.target)) {
        onWay.add(link.target);
        way.push({ id: link.target, next: 0 });
      }
    }
  }
  return back;
};
