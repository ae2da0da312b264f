import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { bases, type Endpoint } from '../../server/contract/endpoint.ts';
import { errorBody } from '../../server/contract/errors.ts';
import { plantEndpoints, userEndpoints } from '../../server/contract/index.ts';
import type { ApiExamples, OperationExample } from '../../server/http/docs/examples.ts';
import { recordedAnswers } from './files.ts';
import { resources, startFrozenPlant } from './frozenPlant.ts';
import { runningExamples } from './runningExamples.ts';
import { keptRunningTour } from './runningTour.ts';
import { Tour, type Visit } from './tour.ts';

export const examplesFile = join(resources, 'api', 'examples.json.br');
const rows: readonly Endpoint[] = [...userEndpoints, ...plantEndpoints];
const MOST_ITEMS = 2;
const LONGEST_TEXT = 400;

/** Requests whose answer needs HTTPS, a phone or an empty server: shown without one. */
const requestsOnly: Readonly<Record<string, unknown>> = {
  'post /api/plant/setup': {
    code: 'the code from the log of the first start',
    industry: { id: 'PUNE', name: 'Sahyadri Beverages, Pune', timezone: 'Asia/Kolkata' },
    owner: { username: 'asha', password: 'a quiet river 40', name: 'Asha Kulkarni', email: 'asha@example.com' },
  },
  'post /api/plant/backup/snapshots/{name}/restore': { as: 'copy' },
  'post /api/plant/backup/missing': { decision: 'merge' },
  'post /api/plant/channels/{channel}/test': { to: 'shift@example.com' },
  'put /api/plant/tls/certificate': {
    certificate: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n',
    key: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n',
  },
  'post /api/plant/tls/renew': { authority: false },
  'post /api/plant/phone-pairings': { name: 'Asha Kulkarni' },
  'post /api/plant/phone-pairings/{id}/confirm': { comparison: '042917' },
  'post /api/plant/phone-claims': {
    pairing: 'p1aIrNg0Q2s',
    proof: 'Ek3vW0oH5d1m4rQ2nT7yU9bC6xZ8sL0pJ4gF1aD3wEc',
    publicKey:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEpJuW6c0tVvjmFh2Qe1y0o0cGm5fXw1n7m3nYkX8pQ2rS4tU6vW8xY0zA2bC4dE6fG8hI0jK2lM4nO6pQ8rS0tQ',
    model: 'Pixel 9',
  },
};

const keyOf = ({ method, base, path }: Endpoint): string => `${method} ${bases[base]}${path}`;
const patternOf = ({ base, path }: Endpoint): RegExp =>
  new RegExp(`^${bases[base]}${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`);
/** Paths without parameters first: `/alarm-maintenance` is not an alarm. */
const byPlainness = rows.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);

const rowOf = (method: string, path: string): Endpoint | undefined =>
  byPlainness.find((row) => row.method === method && patternOf(row).test(path));

type Graph = { nodes: { id: string }[]; edges: { source: string; target: string }[] };
export const isGraph = (value: object): value is Graph =>
  'nodes' in value &&
  'edges' in value &&
  Array.isArray(value.nodes) &&
  Array.isArray(value.edges) &&
  value.edges.every((edge: object) => 'source' in edge && 'target' in edge);

/** One edge and the nodes that it joins: a graph whose edges end nowhere is refused. */
const smallest = <G extends Graph>(graph: G): G => {
  const [edge] = graph.edges;
  if (edge === undefined) return graph;
  return { ...graph, nodes: graph.nodes.filter(({ id }) => id === edge.source || id === edge.target), edges: [edge] };
};

/** Long lists and texts cut short, as far as the shape of the answer allows. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortened);
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value;
  if (typeof value !== 'object' || value === null) return value;
  const small = isGraph(value) ? smallest(value) : value;
  return Object.fromEntries(Object.entries(small).map(([name, one]) => [name, shortened(one)]));
};

const fitting = (value: unknown, fits: (one: unknown) => boolean): unknown => {
  const short = shortened(value);
  return fits(short) ? short : value;
};

const answerOf = (row: Endpoint, status: number, answer: unknown): unknown => {
  const schema = status >= 300 ? errorBody : status === 201 && row.reply201 ? row.reply201 : row.reply;
  return fitting(answer, (one) => schema.safeParse(one).success);
};

const parametersOf = (row: Endpoint, path: string): Record<string, string> => {
  const [plain = '', query = ''] = path.split('?');
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path.${name}`);
  const values = patternOf(row).exec(plain)?.slice(1) ?? [];
  return Object.fromEntries([
    ...names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]),
    ...[...new URLSearchParams(query)].map(([name, value]) => [`query.${name}`, value]),
  ]);
};

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const token = /ey[\w-]{10,}\.[\w-]+\.[\w-]+/g;

/** Ids and tokens are drawn anew in each run; the tour's get the same ones each time. */
const settled = (visits: readonly Visit[], known: ReadonlySet<string>): readonly Visit[] => {
  const names = new Map<string, string>();
  const nameFor = (id: string): string => {
    if (known.has(id)) return id;
    const name = names.get(id) ?? `00000000-0000-4000-8000-${String(names.size + 1).padStart(12, '0')}`;
    names.set(id, name);
    return name;
  };
  const text = JSON.stringify(visits)
    .replace(token, 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl')
    .replace(/hww_[\w-]{43}/g, `hww_${'0'.repeat(43)}`)
    .replace(/"password":"(?!demo-|a quiet)[^"]*"/g, '"password":"drawn-once"')
    .replace(/"token":"[0-9a-f-]{36}\.\w+\.[\w-]{43}"/g, '"token":"drawn.once.only"')
    .replace(/choose-password#[\w.-]+/g, 'choose-password#drawn.once.only')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
    .replace(/(industry-logo\/)[0-9a-f-]+(?=\.)/g, '$1plant-1')
    .replace(uuid, nameFor);
  return JSON.parse(text) as Visit[];
};

const fromRecorded = (): Visit[] =>
  [...recordedAnswers().values()].flatMap((group) =>
    Object.entries(group).flatMap(([name, { status, headers, body }]) => {
      const path = name.slice(name.indexOf(' ') + 1);
      if (typeof body !== 'string' || !headers['content-type']?.startsWith('application/json')) return [];
      return [{ method: 'get' as const, path, status, answer: JSON.parse(body) as unknown }];
    }),
  );

const collect = (visits: readonly Visit[]): ApiExamples => {
  const examples: Record<string, OperationExample> = {};
  for (const { method, path, body, status, answer } of visits) {
    const row = rowOf(method, path.split('?')[0] ?? '');
    // an answer that is a file has no example
    if (!row || (row.media && status < 300)) continue;
    examples[keyOf(row)] ??= { answers: {} };
    const example = examples[keyOf(row)] as OperationExample;
    example.answers[status] ??= answerOf(row, status, answer);
    if (status >= 300) continue;
    example.parameters ??= parametersOf(row, path);
    if (body !== undefined) example.body ??= fitting(body, (one) => row.body?.safeParse(one).success === true);
  }
  for (const [key, { answers, ...asked }] of Object.entries(runningExamples))
    examples[key] = { ...examples[key], ...asked, answers: { ...examples[key]?.answers, ...answers } };
  for (const [key, body] of Object.entries(requestsOnly)) examples[key] ??= { answers: {}, body };
  return Object.fromEntries(Object.entries(examples).toSorted(([a], [b]) => a.localeCompare(b)));
};

/** Examples of requests and answers, from the recorded answers and from a tour of the same plant. */
export const makeExamples = async (): Promise<ApiExamples> => {
  const recorded = fromRecorded();
  const known = new Set(JSON.stringify(recorded).match(uuid) ?? []);
  const plant = await startFrozenPlant();
  try {
    return collect([...recorded, ...settled([...keptRunningTour(), ...(await new Tour(plant.url).run())], known)]);
  } finally {
    await plant.stop();
  }
};

const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
export const writeExamples = (examples: ApiExamples): void =>
  writeFileSync(examplesFile, brotliCompressSync(JSON.stringify(examples), { params }));
