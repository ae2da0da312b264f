import { beforeAll, describe, expect, it } from 'vitest';
import { plantEndpoints, userEndpoints } from '../../server/contract/index.ts';
import { compareAnswers, comparePictures } from './compare.ts';
import { pictureFiles, recordedAnswers, recordedPicture, recordedPictures } from './files.ts';
import { type Answers, play } from './play.ts';
import { groups } from './requests.ts';
import { isResidue, residuesIn } from './residue.ts';

let answers: Map<string, Answers>;
let drawn: Map<string, Uint8Array>;
beforeAll(async () => {
  const played = await play();
  answers = played.answers;
  drawn = pictureFiles(played.pictures);
}, 1_200_000);

const recorded = recordedAnswers();

describe('the frozen plant answers as recorded', () => {
  it('to at least 200 questions', () => {
    expect([...recorded.keys()].toSorted()).toEqual(Object.keys(groups).toSorted());
    const counts = [...recorded.values()].map((answered) => Object.keys(answered).length);
    expect(counts.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(200);
  });

  it.each(Object.keys(groups))('about %s', (group) => {
    expect(compareAnswers(recorded.get(group) ?? {}, answers.get(group) ?? {}).join('\n')).toBe('');
  });

  it('with the same pictures', () => {
    expect([...drawn.keys()].toSorted()).toEqual(recordedPictures());
    const changed = recordedPictures().flatMap((file) => {
      const fault = comparePictures(recordedPicture(file), drawn.get(file) ?? new Uint8Array());
      return fault === undefined ? [] : [`${file}: ${fault}`];
    });
    expect(changed.join('\n')).toBe('');
  });
});

describe('digits that nothing measured', () => {
  it('are known when they are seen', () => {
    expect([27.724742889404297, 97.04000781250001, 4391.2998046875].map(isResidue)).toEqual([true, true, true]);
    expect([27.72474, 488.64, 1970335.937, 0.1, 423282.99, -0.5, 1e21].map(isResidue)).toEqual(Array(7).fill(false));
  });

  it('are in no answer', () => {
    const found = [...answers.values()].flatMap((answered) =>
      Object.entries(answered).flatMap(([name, { body, headers }]) =>
        typeof body === 'string' && headers['content-type']?.startsWith('application/json')
          ? residuesIn(JSON.parse(body)).map(({ path, value }) => `${name} ${path} ${value}`)
          : [],
      ),
    );
    expect(found.slice(0, 20).join('\n')).toBe('');
  });
});

/** Read operations whose answer is of this machine or this run, or that change something, with the reason. */
const notAsked: Readonly<Record<string, string>> = {
  '/user/login': 'answers tokens',
  '/user/refresh': 'answers tokens',
  '/user/validateCredentials': 'answers nothing but a status',
  '/accounts/allUnitThresholdUpdate': 'changes limits',
  '/batchProcess': 'works days out again',
  '/batchProcess/range': 'works days out again',
  '/executiveSummary/virtualLogin': 'needs a ticket of this run',
  '/files/industry-logo/{name}': 'sends a file as it is',
  '/templates': 'grows with each device model; single ones are asked',
  '/serial-ports': 'of this machine',
  '/tls': 'of this machine',
  '/tls/address': 'of this machine',
  '/me': 'answers what a login answers',
  '/phones': 'needs HTTPS, which is off in a demo',
  '/walls': 'answers what is made in a run',
  '/tls/authority': 'sends a file as it is',
  '/metrics': 'of this machine',
  '/sync': 'of this machine',
  '/sync/days': 'needs a hub',
  '/sync/proposals': 'needs a hub',
  '/hub-messages': 'needs a hub',
  '/backup': 'of this machine',
  '/backup/policy': 'of this machine',
  '/backup/snapshots': 'of this machine',
  '/last-changes/{id}': 'what was saved in a run',
  '/settings/{section}/versions': 'what was saved in a run',
  '/settings/{section}/versions/{version}': 'what was saved in a run',
  '/server': 'of this machine',
  '/server/log': 'of this machine',
  '/server/metrics': 'of this machine',
  '/server/packages': 'of this machine',
  '/storage': 'of this machine',
  '/storage/diagnostics': 'of this machine',
  '/storage/retention': 'of this machine',
  '/scans/{id}': 'needs a line that is polled',
  '/registers': 'needs a line that is polled',
  '/decode-matrix': 'needs a line that is polled',
  '/display-matches/{id}': 'needs a line that is polled',
  '/connections/{id}/traffic/export': 'needs a line that is polled',
  '/register-map-comparison': 'needs a line that is polled',
  '/register-maps/{id}': 'needs a line that is polled',
  '/stress-tests/{id}': 'needs a line that is polled',
  '/loop-tests/{id}': 'needs a line that is polled',
  '/loop-tests/{id}/photos/{photoId}': 'needs a line that is polled',
  '/commands/{id}': 'needs a line that is polled',
  '/write-points/{id}/now': 'needs a line that is polled',
};

it('every read operation is asked', () => {
  const asked = Object.values(groups)
    .flat()
    .map(({ path }) => path.split('?')[0] ?? '');
  const patternOf = (path: string): RegExp => new RegExp(`^/api/\\w+${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  const left = [...userEndpoints, ...plantEndpoints]
    .filter(({ method, path }) => method === 'get' && !(path in notAsked) && !asked.some((one) => patternOf(path).test(one)))
    .map(({ path }) => path);
  expect(left).toEqual([]);
});

describe('the comparison', () => {
  const answer = (body: unknown) => ({ 'admin /units': { status: 200, headers: {}, body } });

  it('names the request, the path and both values', () => {
    const before = answer('{"units":[{"total":1.5}]}');
    expect(compareAnswers(before, answer('{"units":[{"total":2}]}'))).toEqual(['admin /units', '  body.units.0.total: 1.5 -> 2']);
  });

  it('sees JSON that says the same in other bytes, and an answer that is missing', () => {
    expect(compareAnswers(answer('{"a":1,"b":2}'), answer('{"b":2,"a":1}'))[1]).toMatch(/same values, written in another way/);
    expect(compareAnswers(answer('{}'), {})).toHaveLength(2);
  });

  it('sees a cell, a line of a page and a line of a file', () => {
    expect(compareAnswers(answer({ Units: { A1: 1 } }), answer({ Units: { A1: 2 } }))[1]).toBe('  body.Units.A1: 1 -> 2');
    expect(compareAnswers(answer([['Total | 5']]), answer([['Total | 6']]))[1]).toBe('  body.0.0: "Total | 5" -> "Total | 6"');
    expect(compareAnswers(answer('a,1\nb,2\n'), answer('a,1\nb,3\n'))[1]).toBe('  body line.1: "b,2" -> "b,3"');
  });

  it('sees a picture that lost a line', () => {
    const [file = ''] = recordedPictures();
    const other = recordedPictures().at(-1) ?? '';
    expect(comparePictures(recordedPicture(file), recordedPicture(file))).toBeUndefined();
    expect(comparePictures(recordedPicture(file), recordedPicture(other))).toMatch(/pixels/);
  });
});
