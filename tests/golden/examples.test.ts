import { beforeAll, describe, expect, it } from 'vitest';
import { bases, type Endpoint } from '../../server/contract/endpoint.ts';
import { errorBody } from '../../server/contract/errors.ts';
import { plantEndpoints, userEndpoints } from '../../server/contract/index.ts';
import { type ApiExamples, readExamples } from '../../server/http/examples.ts';
import { examplesFile, makeExamples } from './examples.ts';

const rows: readonly Endpoint[] = [...userEndpoints, ...plantEndpoints];
const keyOf = ({ method, base, path }: Endpoint): string => `${method} ${bases[base]}${path}`;

/** Operations without an answer to be shown, with the reason. */
const unanswered: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'needs a line that is polled': [
      'post /api/user/plc/write-registers',
      'post /api/user/plc/read-registers',
      'post /api/user/plc/relay/valve',
      'post /api/plant/endpoint-tests',
      'post /api/plant/scan-estimates',
      'post /api/plant/scans',
      'get /api/plant/scans/{id}',
      'delete /api/plant/scans/{id}',
      'get /api/plant/registers',
      'get /api/plant/decode-matrix',
      'post /api/plant/register-maps',
      'get /api/plant/register-map-comparison',
      'get /api/plant/register-maps/{id}',
      'delete /api/plant/register-maps/{id}',
      'post /api/plant/display-matches',
      'post /api/plant/display-matches/{id}/readings',
      'get /api/plant/connections/{id}/traffic',
      'get /api/plant/connections/{id}/doctor',
      'post /api/plant/stress-tests',
      'get /api/plant/stress-tests/{id}',
      'delete /api/plant/stress-tests/{id}',
      'post /api/plant/twins',
      'patch /api/plant/twins/{id}',
      'delete /api/plant/twins/{id}',
      'get /api/plant/commands/{id}',
    ],
    'needs a telephone, a mail server or a job that runs': [
      'post /api/user/user/otplogin',
      'post /api/plant/channels/{channel}/test',
      'get /api/plant/jobs/{id}',
      'post /api/plant/storage/self-test',
    ],
    'is of the folder of backups, which a demo of the tests has none of': [
      'get /api/plant/backup',
      'get /api/plant/backup/policy',
      'put /api/plant/backup/policy',
      'post /api/plant/backup/runs',
      'get /api/plant/backup/snapshots',
      'post /api/plant/backup/snapshots/{name}/verify',
      'post /api/plant/backup/drills',
      'post /api/plant/backup/recovery-kit',
      'post /api/plant/backup/snapshots/{name}/restore',
      'post /api/plant/backup/missing',
    ],
    'needs an empty server': ['post /api/plant/setup'],
    'needs HTTPS, which is off in a demo': [
      'put /api/plant/tls/certificate',
      'delete /api/plant/tls/certificate',
      'post /api/plant/tls/renew',
      'post /api/plant/phone-pairings',
      'post /api/plant/phone-pairings/{id}/confirm',
      'delete /api/plant/phone-pairings/{id}',
      'delete /api/plant/phones/{id}',
      'post /api/plant/phone-claims',
    ],
    'answers a page by a ticket of the run': ['get /api/user/executiveSummary/virtualLogin'],
    'is of this machine, or as long as the library of models': [
      'get /api/plant/serial-ports',
      'get /api/plant/templates',
      'get /api/plant/tls',
      'get /api/plant/storage',
      'get /api/plant/storage/diagnostics',
      'get /api/plant/storage/retention',
    ],
    'takes a file of the configuration': ['post /api/plant/configuration/import'],
  }).flatMap(([why, keys]) => keys.map((key) => [key, why])),
);

describe('examples of the documents', () => {
  const kept = readExamples(examplesFile);
  let now: ApiExamples;
  beforeAll(async () => {
    now = await makeExamples();
  });

  it('are what the plant that stands still asks and answers', () => {
    for (const key of Object.keys(now)) expect(kept[key], key).toEqual(now[key]);
    expect(Object.keys(kept)).toEqual(Object.keys(now));
  });

  it('stand at every operation: a request where it takes one, an answer of success where it is not a file', () => {
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
