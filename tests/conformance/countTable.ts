import { groups } from './sections.ts';

/** How many sentences each section has, as a table of Markdown. */
export const countTable = (): string => {
  const rows = groups.flatMap(({ sections }) => sections.map(({ name, sentences }) => [name, sentences.length] as const));
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  return [
    '| section | checks |',
    '|---|---|',
    ...rows.map(([name, count]) => `| ${name} | ${count} |`),
    `| all | ${total} |`,
  ].join('\n');
};
