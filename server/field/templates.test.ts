import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceTemplate } from '../contract/model/deviceTemplates.ts';
import { compileDecoder } from './decode/decode.ts';
import { encodeValue } from './decode/encode.ts';
import { planReads } from './polling/readPlan.ts';
import { loadTemplates } from './templates.ts';

const directory = join(import.meta.dirname, '../../resources/devices');
const templates = loadTemplates(directory);
const ofModel = (id: string): DeviceTemplate => templates.find((template) => template.id === id) as DeviceTemplate;

describe('the device templates', () => {
  it('cover meters, analysers and level sensors of the trade', () => {
    const real = templates.filter(({ manufacturer }) => manufacturer !== 'Headworks');
    expect(real.length).toBeGreaterThanOrEqual(25);
    expect(new Set(templates.map(({ category }) => category))).toEqual(
      new Set(['flow', 'level', 'quality', 'energy', 'rain', 'inputs', 'outputs']),
    );
  });

  it.each(templates.map((template) => [template.id, template] as const))(
    '%s decodes its typical values and plans every tag once',
    (_, template) => {
      const tags = template.tags.map((tag) => ({ ...tag, id: tag.name, deviceId: 'd' }));
      for (const { decode, typical } of template.tags) {
        const { value, quality } = compileDecoder(decode).decode(encodeValue(decode, typical), 0);
        expect(quality).toBe('GOOD');
        if (typeof typical === 'number')
          expect(Math.abs(Number(value) - typical)).toBeLessThanOrEqual(Math.abs(decode.scale) + Math.abs(typical) * 1e-6);
        else expect(value).toBe(typical);
      }
      const planned = planReads(tags, template.limits, { maxGapRegisters: 50 }).flatMap((block) =>
        block.tags.map(({ tag }) => tag.name),
      );
      expect(planned.sort()).toEqual(template.tags.map(({ name }) => name).sort());
    },
  );

  it('are verified only where the whole map comes from a document', () => {
    expect(ofModel('tuf-2000m').verified).toBe(true);
    expect(ofModel('selec-mfm384').verified).toBe(false);
    expect(templates.filter(({ verified }) => !verified).every(({ unproven }) => unproven.length > 0)).toBe(true);
  });

  it('read the totals of the TUF-2000M as integer and fraction, and of the MagFlux as 64 bits of mm3', () => {
    const total = ofModel('tuf-2000m').tags.find(({ name }) => name === 'Positive total')?.decode;
    expect(total && compileDecoder(total).decode([0xc81e, 0, 0, 0x3f00], 0)).toEqual({ value: 51230.5, quality: 'GOOD' });
    const forward = ofModel('xylem-magflux').tags.find(({ name }) => name === 'Forward total')?.decode;
    expect(forward && compileDecoder(forward).decode([0xca00, 0x3b9a, 0, 0], 0)).toEqual({ value: 1, quality: 'GOOD' });
  });

  it('never read what would reset or set a device', () => {
    expect(ofModel('abb-aquamaster-3').limits.forbidden).toEqual([{ space: 'holding', from: 8049, to: 8049 }]);
    expect(ofModel('dinel-ulm-53l').limits.forbidden).toEqual([{ space: 'holding', from: 203, to: 203 }]);
  });
});

describe('a folder of templates', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'templates-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const flow = {
    name: 'Flow',
    kind: 'gauge',
    periodMs: 1000,
    grade: 'A',
    typical: 1,
    decode: { space: 'holding', address: 0, type: 'float32' },
  };
  const model = { id: 'one', manufacturer: 'M', model: 'One', category: 'flow', source: 'manual', verified: true, tags: [flow] };
  const put = (file: string, content: unknown) =>
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));

  it('is read by id, whatever other files are in it', () => {
    put('b.json', model);
    put('a.json', { ...model, id: 'two' });
    put('readme.txt', 'not a template');
    expect(loadTemplates(folder).map(({ id }) => id)).toEqual(['one', 'two']);
  });

  it.each([
    ['no JSON', '{"id":', /bad\.json/],
    ['a missing field', { ...model, source: undefined }, /bad\.json: source/],
    ['a name there twice', { ...model, tags: [flow, flow] }, /"Flow" is there twice/],
    [
      'a word order that does not fit',
      { ...model, tags: [{ ...flow, decode: { ...flow.decode, type: 'int16', wordOrder: 'CDAB' } }] },
      /tags\.0\.decode\.wordOrder CDAB does not fit/,
    ],
    [
      'a tag on a forbidden register',
      { ...model, limits: { forbidden: [{ space: 'holding', from: 1, to: 1 }] } },
      /must not be read/,
    ],
    ['a claim to be verified with a tag from memory', { ...model, tags: [{ ...flow, grade: 'C' }] }, /verified is true, but/],
    ['a claim to be verified with something unproven', { ...model, unproven: ['word order'] }, /verified is true, but/],
    ['too modest a claim', { ...model, verified: false }, /verified is false, but/],
  ])('is refused for %s', (_, content, reason) => {
    put('bad.json', content);
    expect(() => loadTemplates(folder)).toThrow(reason);
  });

  it('is refused for an id that two files claim, naming both', () => {
    put('a.json', model);
    put('b.json', model);
    expect(() => loadTemplates(folder)).toThrow('device template b.json: id one is taken by a.json');
  });
});
