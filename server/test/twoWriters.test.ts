import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bases, type Endpoint } from '../contract/endpoint.ts';
import { askAt, bearer, endpoints, nameOf, type PolicyRig, startPolicyRig } from './policyRig.ts';
import { furnish, type Things } from './tenantThings.ts';

/** Two people who read the same document and both change it: the second one is refused, and what the first one saved stays. */
let rig: PolicyRig;
let own: Things;
beforeAll(async () => {
  rig = await startPolicyRig();
  own = await furnish(rig, 'DEMO');
});
afterAll(() => rig.stop());

type Doc = Record<string, unknown>;
type Case = {
  /** Where it is read; the path of the row where absent. */
  from?: () => string;
  /** The document in what is answered. */
  find?: (answer: Doc) => Doc | undefined;
  /** The document as one of the two sends it. */
  change: (doc: Doc, word: 'first' | 'second') => Doc;
  id?: () => string;
  /** Who the two are; those of the plant where absent. */
  as?: 'staff';
};

const byId = (list: string, id: () => string) => (answer: Doc) => (answer[list] as Doc[]).find((one) => one.id === id());
const named = (doc: Doc, word: string): Doc => ({ ...doc, name: `by the ${word}` });
const shown = (doc: Doc, word: string): Doc => ({ ...doc, displayName: `by the ${word}` });
const source = (word: string): Doc => ({ id: word, type: 'source', label: word, position: { x: 0, y: 0 } });

const cases: Readonly<Record<string, Case>> = {
  'PUT /api/plant/units/{id}': { id: () => own.unitId, change: named },
  'PUT /api/plant/industry/facts': {
    change: (doc, word) => ({ ...doc, facts: { ...(doc.facts as Doc), waterStressed: word === 'first' } }),
  },
  'PUT /api/plant/industry/shift': {
    from: () => '/api/plant/industry',
    change: ({ version }, word) => ({
      version,
      shiftName: `by the ${word}`,
      timezone: 'Asia/Kolkata',
      startAt: word === 'first' ? '07:00:00' : '08:00:00',
      endAt: '07:00:00',
    }),
  },
  'PUT /api/plant/categories/{id}': {
    id: () => own.categoryId,
    from: () => '/api/plant/categories',
    find: byId('categories', () => own.categoryId),
    change: shown,
  },
  'PUT /api/plant/sub-categories/{id}': {
    id: () => own.subCategoryId,
    from: () => '/api/plant/categories',
    find: (answer) =>
      (answer.categories as { subCategories: Doc[] }[])
        .flatMap(({ subCategories }) => subCategories)
        .find(({ id }) => id === own.subCategoryId),
    change: (doc, word) => ({ ...shown(doc, word), categoryId: own.categoryId }),
  },
  'PUT /api/plant/connections/{id}': { id: () => own.connectionId, change: named },
  'PUT /api/plant/devices/{id}': { id: () => own.deviceId, change: named },
  'PUT /api/plant/tags/{id}': { id: () => own.tagId, change: named },
  'PUT /api/plant/write-points/{id}': {
    id: () => own.writePointId,
    from: () => '/api/plant/write-points',
    find: byId('points', () => own.writePointId),
    change: named,
  },
  'PUT /api/plant/features/{featureData}': {
    from: () => '/api/plant/features/SATELLITE_MODEL',
    id: () => 'SATELLITE_MODEL',
    change: ({ version }, word) => ({ version, data: { bands: [word], coefficients: {}, note: '' } }),
  },
  'POST /api/plant/templates': {
    from: () => `/api/plant/templates/${own.templateId}`,
    change: (doc, word) => ({ ...doc, model: `by the ${word}` }),
  },
  'PUT /api/plant/backup/policy': { change: (doc, word) => ({ ...doc, alarmAfterDays: word === 'first' ? 8 : 9 }) },
  'PUT /api/plant/executive/grants': {
    as: 'staff',
    from: () => `/api/plant/executive/grants?userId=${own.userId}`,
    change: ({ userId }, word) => ({ userId, industryIds: word === 'first' ? ['NORTH'] : ['DEMO'] }),
  },
  'PATCH /api/plant/users/{id}': {
    id: () => own.userId,
    from: () => '/api/plant/users',
    find: byId('users', () => own.userId),
    change: (_, word) => ({ name: `by the ${word}` }),
  },
  'POST /api/user/scada/graphEditor': {
    change: ({ version }, word) => ({
      version,
      pages: [{ id: 'p', name: word, level: 1, width: 100, height: 100, nodes: [], edges: [] }],
    }),
  },
  'POST /api/user/waterBalance/graphEditor': {
    change: ({ version }, word) => ({ version, nodes: [source(word)], edges: [] }),
  },
};

/** Rows that are not tried here: why nobody’s work is lost by them, or where that is tried. */
const exceptions: Readonly<Record<string, string>> = {
  'PUT /api/plant/tls/certificate':
    'a certificate with its key, checked and confirmed by password; the one before is kept as a file',
  'PATCH /api/plant/twins/{id}': 'the fault that a simulated device shows; ends with the server',
  'PUT /api/plant/read-only': 'one switch: what was said last holds, and both stand in the audit log',
  'PUT /api/plant/me/password': 'one’s own password, with the old one',
  'PUT /api/plant/users/{id}/password': 'a new password ends the one before; both stand in the audit log',
  'PUT /api/plant/sync/proposal-policies': 'one policy by its kind, and what was said last holds',
  'PUT /api/plant/sso/issuers/{id}': 'by its version: sso.test.ts, beside a provider that may be asked',
  'PATCH /api/user/accounts/info': 'by its ETag: accounts/info.test.ts',
  'POST /api/user/accounts/settings': 'by its ETag: accounts/settings.test.ts',
  'POST /api/user/fwi/userDataInput': 'by its version: dashboards/freshWater/form.test.ts',
  'POST /api/plant/units/{id}/meter-changes': 'adds a change; not entered twice: meterChange.test.ts',
  'PATCH /api/user/notification/updateRead': 'marks as read; it cannot be taken back',
  'PATCH /api/user/notification/assignee': 'hands one alarm over; each hand-over is in its history',
  'PUT /api/user/executiveSummary/pin': 'what one person pinned for themselves',
};

const carriesVersion = ({ body, headers }: Endpoint): boolean => {
  const parts = JSON.stringify((body as { def?: unknown } | undefined)?.def ?? null);
  const shape = (body as { shape?: Doc } | undefined)?.shape;
  const header = (headers as { shape?: Doc } | undefined)?.shape;
  return (
    (shape !== undefined && 'version' in shape) || parts.includes('"version"') || (header !== undefined && 'If-Match' in header)
  );
};
const replacing = endpoints.filter(
  (row) => row.method === 'put' || row.method === 'patch' || (row.method === 'post' && carriesVersion(row)),
);

type Asked = { method?: string; headers?: Record<string, string>; body?: object };
const askAs = (who: 'admin' | 'staff', path: string, options: Asked = {}) =>
  askAt(rig.plant.url(), path, {
    ...options,
    headers: { ...bearer(rig.tokens[who]), 'X-Confirm-Password': `demo-${who}`, ...options.headers },
  });

describe('two people who change the same document', () => {
  it('every row that replaces something is tried here, or takes no version for a reason', () => {
    expect([...Object.keys(cases), ...Object.keys(exceptions)].toSorted()).toEqual(replacing.map(nameOf).toSorted());
  });

  for (const [name, { from, find = (answer: Doc) => answer, change, id, as = 'admin' }] of Object.entries(cases))
    it(`${name}: the second is 409, and nothing of the first is lost`, async () => {
      const row = endpoints.find((one) => nameOf(one) === name);
      if (row === undefined) throw new Error(`${name} is no row`);
      const path = bases[row.base] + row.path.replace(/\{\w+\}/, id?.() ?? '');
      const read = async () => {
        const { status, body, headers, text } = await askAs(as, from?.() ?? path);
        expect(status, text).toBe(200);
        const doc = find(body as Doc);
        if (doc === undefined) throw new Error(`not found in ${text.slice(0, 300)}`);
        return { doc, tag: typeof doc.tag === 'string' ? `"${doc.tag}"` : headers.etag };
      };
      const usesTag = 'If-Match' in ((row.headers as { shape?: Doc } | undefined)?.shape ?? {});
      const write = ({ doc, tag }: Awaited<ReturnType<typeof read>>, word: 'first' | 'second') =>
        askAs(as, path, {
          method: row.method.toUpperCase(),
          body: change(doc, word),
          ...(usesTag && tag !== undefined ? { headers: { 'If-Match': tag } } : {}),
        });
      const seen = await read();
      // a client that lost the tag does not write over everybody
      const blank = usesTag ? await write({ ...seen, tag: '' }, 'first') : undefined;
      if (blank)
        expect(blank.body, name).toMatchObject({
          code: 1403,
          message: 'If-Match is empty: send the ETag, or leave the header out',
        });
      expect((await read()).doc).toEqual(seen.doc);
      const first = await write(seen, 'first');
      expect(first.status, first.text).toBeLessThan(300);
      const saved = await read();
      expect(JSON.stringify(saved.doc)).not.toBe(JSON.stringify(seen.doc));
      const second = await write(seen, 'second');
      expect(second.status, second.text).toBe(409);
      expect((await read()).doc).toEqual(saved.doc);
    });
});
