/** One figure of a scrape. */
export type PrometheusSample = { name: string; labels: Readonly<Record<string, string>>; value: number };

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const TYPES = new Set(['counter', 'gauge', 'histogram', 'summary', 'untyped']);

const unescaped = (text: string): string => text.replace(/\\([\\"n])/g, (_, one: string) => (one === 'n' ? '\n' : one));

const labelsOf = (text: string, line: string): Record<string, string> => {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== '') {
    const [all, name, value] = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/.exec(rest) ?? [];
    if (all === undefined || name === undefined || value === undefined) throw new Error(`no labels: ${line}`);
    if (name in labels) throw new Error(`the label ${name} twice: ${line}`);
    labels[name] = unescaped(value);
    rest = rest.slice(all.length);
  }
  return labels;
};

const numberOf = (text: string, line: string): number => {
  if (/^[+-]Inf$/.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (text === 'NaN') return Number.NaN;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) throw new Error(`no number: ${line}`);
  return Number(text);
};

/**
 * What a Prometheus reads in the text of a scrape, by the rules of its text format 0.0.4.
 * @throws Error with the line that breaks them: a sample before its type or twice, a name or a number that is none, no line feed at the end.
 */
export const prometheusSamples = (text: string): PrometheusSample[] => {
  if (!text.endsWith('\n')) throw new Error('the last line has no line feed');
  const samples: PrometheusSample[] = [];
  const types = new Map<string, string>();
  const seen = new Set<string>();
  let current = '';
  for (const line of text.split('\n')) {
    if (line === '' || /^#(?! (HELP|TYPE) )/.test(line)) continue;
    const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (line.startsWith('# TYPE ')) {
      if (!NAME.test(name) || !TYPES.has(type) || types.has(name)) throw new Error(`no type, or a second one: ${line}`);
      types.set(name, type);
      current = name;
    } else if (!line.startsWith('# HELP ')) {
      const [, of = '', , labels = '', value = ''] = /^([^\s{]+)(\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (!NAME.test(of) || of !== current) throw new Error(`not beside its type: ${line}`);
      const sample = { name: of, labels: labelsOf(labels, line), value: numberOf(value, line) };
      const key = JSON.stringify([of, Object.entries(sample.labels).toSorted()]);
      if (seen.has(key)) throw new Error(`twice: ${line}`);
      seen.add(key);
      samples.push(sample);
    }
  }
  return samples;
};
