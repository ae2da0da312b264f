/** What a file imports or exports again, in every form that it is written in. */
export const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /^\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
    ),
  ].map((found) => found[1] ?? found[2] ?? found[3] ?? '');
