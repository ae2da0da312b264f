import { beforeAll, describe, expect, it } from 'vitest';
import { bases, type Endpoint } from '../../server/contract/endpoint.ts';
import { errorBody } from '../../server/contract/errors.ts';
import { plantEndpoints, userEndpoints } from '../../server/contract/index.ts';
import { type ApiExamples, readExamples } from '../../server/http/docs/examples.ts';
import { examplesFile, isGraph, makeExamples } from './examples.ts';

const rows: readonly Endpoint[] = [...userEndpoints, ...plantEndpoints];
const keyOf = ({ method, base, path }: Endpoint): string => `${method} ${bases[base]}${path}`;

/** Operations without an answer to be shown, with the reason. */
const unanswered: Readonly<Record<string, string>> = {
  'post /api/plant/channels/{channel}/test': 'needs a mail server',
  'get /api/plant/jobs/{id}': 'needs a job that runs',
  'get /api/plant/write-points/{id}/now': 'needs a line that is polled',
  'post /api/plant/backup/snapshots/{name}/restore': 'ends the server and puts another plant in its place',
  'post /api/plant/backup/missing': 'needs a database that was damaged',
  'get /api/plant/server': 'of this machine',
  'get /api/plant/server/log': 'of this machine',
  'get /api/plant/server/metrics': 'of this machine',
  'get /api/plant/server/packages': 'of this installation',
  'get /api/plant/last-changes/{id}': 'needs a thing that was changed',
  'get /api/plant/settings/{section}/versions': 'needs settings that were saved',
  'get /api/plant/settings/{section}/versions/{version}': 'needs settings that were saved',
  'get /api/plant/sync': 'of this machine',
  'post /api/plant/sync/code': 'needs a hub',
  'post /api/plant/sync/pair': 'needs a hub',
  'post /api/plant/sync/unpair': 'needs a hub',
  'post /api/plant/sync/runs': 'needs a hub',
  'post /api/plant/sync/export': 'needs a hub',
  'post /api/plant/sync/import': 'needs a hub',
  'get /api/plant/sync/days': 'needs a hub',
  'post /api/plant/sync/days/choice': 'needs a hub',
  'get /api/plant/sync/proposals': 'needs a hub',
  'post /api/plant/sync/proposals/{id}/apply': 'needs a hub',
  'post /api/plant/sync/proposals/{id}/refuse': 'needs a hub',
  'put /api/plant/sync/proposal-policies': 'needs a hub',
  'get /api/plant/hub-messages': 'needs a hub',
  'post /api/plant/setup': 'needs an empty server',
  'get /api/plant/tls': 'of this machine',
  'get /api/plant/tls/address': 'of this machine',
  'put /api/plant/tls/certificate': 'needs HTTPS, which is off in a demo',
  'delete /api/plant/tls/certificate': 'needs HTTPS, which is off in a demo',
  'post /api/plant/tls/renew': 'needs HTTPS, which is off in a demo',
  'post /api/plant/phone-pairings': 'needs HTTPS, which is off in a demo',
  'post /api/plant/phone-pairings/{id}/confirm': 'needs HTTPS, which is off in a demo',
  'delete /api/plant/phone-pairings/{id}': 'needs HTTPS, which is off in a demo',
  'delete /api/plant/phones/{id}': 'needs HTTPS, which is off in a demo',
  'post /api/plant/phone-claims': 'needs HTTPS, which is off in a demo',
  'delete /api/plant/me/wall': 'needs the token of a wall',
  'get /api/plant/templates': 'is as long as the library of models',
  'post /api/plant/configuration/import': 'takes a file of the configuration',
};

describe('examples of the documents', () => {
  const kept = readExamples(examplesFile);
  let now: ApiExamples;
  beforeAll(async () => {
    now = await makeExamples();
  });

  it('are what the frozen plant is asked and answers', () => {
    for (const key of Object.keys(now)) expect(kept[key], key).toEqual(now[key]);
    expect(Object.keys(kept)).toEqual(Object.keys(now));
  });

  it('are at every operation: a request where it takes one, an answer of success where it is not a file', () => {
    const lacking = rows
      .filter((row) => !row.media && !(keyOf(row) in unanswered))
      .flatMap((row) => {
        const example = kept[keyOf(row)];
        const hasAnswer = example !== undefined && ['200', '201'].some((status) => example.answers[status] !== undefined);
        return [...(hasAnswer ? [] : [`${keyOf(row)}: answer`]), ...(row.body && !example?.body ? [`${keyOf(row)}: body`] : [])];
      });
    expect(lacking).toEqual([]);
    expect(Object.keys(unanswered).filter((key) => kept[key]?.answers['200'] !== undefined)).toEqual([]);
  });

  it('draw graphs whose edges end at nodes that are there, as the server asks of a graph that is sent', () => {
    let graphs = 0;
    const loose: string[] = [];
    const walk = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (isGraph(value)) {
        graphs += 1;
        const ids = value.nodes.map(({ id }) => id);
        for (const { source, target } of value.edges)
          for (const end of [source, target]) if (!ids.includes(end)) loose.push(`${place}: ${end}`);
      }
      for (const [name, inner] of Object.entries(value)) walk(inner, `${place} ${name}`);
    };
    for (const [key, example] of Object.entries(kept)) walk(example, key);
    expect(graphs).toBeGreaterThan(3);
    expect(loose).toEqual([]);
  });

  it('fit the schemas of their operations', () => {
    for (const row of rows) {
      const example = kept[keyOf(row)];
      if (example?.body !== undefined && row.body) expect(row.body.safeParse(example.body).success, keyOf(row)).toBe(true);
      for (const [status, answer] of Object.entries(example?.answers ?? {})) {
        const schema = Number(status) >= 300 ? errorBody : status === '201' && row.reply201 ? row.reply201 : row.reply;
        expect(schema.safeParse(answer).error, `${keyOf(row)} ${status}`).toBeUndefined();
      }
    }
  });
});
