import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { alertSettings } from '../../../server/contract/model/alertSettings.ts';
import { industryFacts } from '../../../server/contract/model/industryFacts.ts';
import { tankShape, unitMeta } from '../../../server/contract/model/units.ts';
import { ssoIssuerSpec } from '../../../server/contract/plant/accounts/sso.ts';
import { joined } from '../editor/things.ts';
import { bodyValue, type Draft, draftOf, withAt } from './draft.ts';
import { draftRules } from './parts.ts';
import { namePath, only, shapeOf } from './shape.ts';

const facts = {
  production: [{ month: '2026-10', product: 'Bottles', quantity: 12.5, unit: 'KL' }],
  tariffs: { energy: [{ from: '06:00', to: '22:00', ratePerKWh: 8 }], ratePerKWh: null, waterPerKL: { ground: 12 } },
  catchments: [{ id: 'roof', name: 'Roof', surface: 'roof', areaM2: 1200 }],
  aquifers: [
    { aquiferId: 'a', name: 'A', kind: 'confined', topMbgl: 18, bottomMbgl: -2.5, block: { name: 'B', category: 'safe' } },
  ],
  roPlants: [{ plantId: 'ro', recoveryTargetPct: 70 }],
};

describe('what a form shows of a schema', () => {
  it.each([
    ['facts of a plant', industryFacts, industryFacts.parse(facts)],
    ['alert settings', alertSettings, alertSettings.parse({ escalation: [{ afterMinutes: 10, recipients: ['a@b.in'] }] })],
    [
      'an identity provider',
      ssoIssuerSpec,
      ssoIssuerSpec.parse({ name: 'Office', issuer: 'https://login.example.com', audience: 'x' }),
    ],
    [
      'a tank of a strap table',
      tankShape,
      {
        shape: 'table',
        rows: [
          [0, 0],
          [1.5, 20],
          [3, 41.25],
        ],
      },
    ],
    ['a tank on its side', tankShape, { shape: 'horizontal_cylinder', diameter: 2, length: 6, head: 0.4 }],
    [
      'a well',
      unitMeta,
      unitMeta.parse({ well: { depthM: 90, noc: { number: 'N1', validTo: '2027-01-31', permittedKLD: 50 } } }),
    ],
  ])('is sent as it came where nothing is typed: %s', (_, schema, value) => {
    const shape = shapeOf(schema);
    expect(schema.parse(bodyValue(shape, draftOf(shape, value)))).toEqual(value);
  });

  it('is sent with what was typed, with a comma too, and left out where it was emptied', () => {
    const shape = shapeOf(industryFacts);
    const draft = draftOf(shape, industryFacts.parse(facts));
    const typed = withAt(withAt(draft, ['tariffs', 'ratePerKWh'], '7,5'), ['tariffs', 'waterPerKL', 'ground'], '');
    expect(industryFacts.parse(bodyValue(shape, typed)).tariffs).toMatchObject({ ratePerKWh: 7.5, waterPerKL: {} });
  });

  it('is refused by the schema where a number is none', () => {
    const shape = shapeOf(tankShape);
    const found = tankShape.safeParse(bodyValue(shape, { shape: 'vertical_cylinder', diameter: 'wide', height: '3' }));
    expect(found.error?.issues[0]?.path).toEqual(['diameter']);
  });

  it('shows the wanted fields alone, and names a field without its place', () => {
    const shape = only(shapeOf(industryFacts), ['tariffs.energy', 'catchments']);
    expect(shape.kind === 'object' && shape.fields.map(({ name }) => name)).toEqual(['tariffs', 'catchments']);
    expect(namePath(shape, ['tariffs', 'energy', '3', 'from'])).toBe('tariffs.energy.from');
  });
});

describe('what two people typed', () => {
  const join = (base: Draft, mine: Draft, theirs: Draft) => {
    const [b, m, t] = [base, mine, theirs].map((one) => draftRules.thingsOf({ draft: one }));
    const { things } = joined(b ?? new Map(), m ?? new Map(), t ?? new Map());
    return draftRules.documentOf(things, { draft: theirs }).draft;
  };
  const roof = { id: 'roof', name: 'Roof', areaM2: '100' };

  it('is joined field by field, and rows of a list by what names them', () => {
    const base = { name: 'A', note: '', catchments: [roof] };
    const mine = {
      name: 'A',
      note: 'mine',
      catchments: [
        { ...roof, areaM2: '120' },
        { id: 'yard', name: 'Yard', areaM2: '5' },
      ],
    };
    const theirs = {
      name: 'B',
      note: '',
      catchments: [
        { ...roof, name: 'Big roof' },
        { id: 'lawn', name: 'Lawn', areaM2: '7' },
      ],
    };
    expect(join(base, mine, theirs)).toEqual({
      name: 'B',
      note: 'mine',
      catchments: [
        { id: 'roof', name: 'Big roof', areaM2: '120' },
        { id: 'lawn', name: 'Lawn', areaM2: '7' },
        { id: 'yard', name: 'Yard', areaM2: '5' },
      ],
    });
  });

  it('a list whose rows nothing names is one thing: mine, where both changed it', () => {
    const rows = (...of: string[]) => ({ rows: of.map((one) => [one, one]) });
    expect(join(rows('0', '1'), rows('0', '1', '2'), rows('0', '1', '3'))).toEqual(rows('0', '1', '2'));
    expect(join(rows('0', '1'), rows('0', '1'), rows('0', '1', '3'))).toEqual(rows('0', '1', '3'));
  });

  it('a part that I left out is gone, one that they added is there', () => {
    const well = { depthM: '90' };
    expect(join({ well, tank: undefined }, { well: undefined, tank: undefined }, { well, tank: { d: '2' } })).toEqual({
      tank: { d: '2' },
    });
  });
});

it('sends an empty text where a text is needed, so that the schema says whether it may be empty', () => {
  const schema = z.object({ siUnit: z.string().max(20), name: z.string().min(1), note: z.string().optional() });
  const shape = shapeOf(schema);
  const body = bodyValue(shape, draftOf(shape, { siUnit: '', name: '' }));
  expect(body).toEqual({ siUnit: '', name: '' });
  expect(schema.safeParse(body).error?.issues.map(({ path }) => path)).toEqual([['name']]);
});
