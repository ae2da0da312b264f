import type { DeviceTemplate } from '../../contract/model/deviceTemplates.ts';
import type { Space } from '../../contract/model/field.ts';
import type { FoundDevice } from '../../contract/plant/tools/scan.ts';
import { compileDecoder } from '../decode/decode.ts';
import { isFloatType, isNumberType } from '../decode/registerTypes.ts';
import { planReads } from '../polling/readPlan.ts';
import { spanOf } from '../polling/span.ts';

type Model = FoundDevice['models'][number];
export type ReadArea = (space: Space, address: number, count: number) => Promise<readonly number[] | null>;
type Fit = { model: Model; weight: number };

const mostModels = 3;
/** A value so many times larger or smaller than the usual one is taken for a wrong reading of the registers. */
const farOff = 300;
/** A float that comes out sensible is hardly chance; an integer nearly always does. */
const floatWeight = 1;
const integerWeight = 0.25;
const likelyWeight = 2;
const ranks: readonly Model['certainty'][] = ['identified', 'likely', 'possible'];

/**
 * Known models whose registers a device has, the best first. Distinguished by identity registers where the model has some, else by how
 * many of its values come out sensible; `said` is what the device says of itself.
 */
export const fitTemplates = async (read: ReadArea, templates: readonly DeviceTemplate[], said: string): Promise<Model[]> => {
  const known = new Map<string, readonly number[] | null>();
  const once: ReadArea = async (space, address, count) => {
    const key = `${space} ${address} ${count}`;
    if (!known.has(key)) known.set(key, await read(space, address, count));
    return known.get(key) ?? null;
  };
  const fits: Fit[] = [];
  for (const template of templates) {
    const fit = (await byIdentity(once, template)) ?? (await byValues(once, template, said));
    if (fit) fits.push(fit);
  }
  return fits
    .sort((a, b) => ranks.indexOf(a.model.certainty) - ranks.indexOf(b.model.certainty) || b.weight - a.weight)
    .slice(0, mostModels)
    .map(({ model }) => model);
};

const modelOf = ({ id, manufacturer, model }: DeviceTemplate, certainty: Model['certainty'], why: string): Model => ({
  templateId: id,
  name: `${manufacturer} ${model}`,
  certainty,
  why,
});

const byIdentity = async (read: ReadArea, template: DeviceTemplate): Promise<Fit | null> => {
  if (template.identity.length === 0) return null;
  for (const { decode, equals } of template.identity) {
    const { address, count } = spanOf(decode);
    const words = await read(decode.space, address, count);
    if (!words || compileDecoder(decode).decode(words, 0).value !== equals) return null;
  }
  const why = template.identity.map(({ meaning }) => meaning).join('; ');
  return { model: modelOf(template, 'identified', why), weight: template.identity.length };
};

const byValues = async (read: ReadArea, template: DeviceTemplate, said: string): Promise<Fit | null> => {
  // a model with identity registers is known by them or not at all
  if (template.identity.length > 0) return null;
  const tags = template.tags.map((tag, i) => ({ ...tag, id: String(i), deviceId: '' }));
  let [sensible, senseless, weight] = [0, 0, 0];
  for (const block of planReads(tags, template.limits, { maxGapRegisters: 0 })) {
    const words = await read(block.space, block.address, block.count);
    if (!words) return null;
    for (const { tag, offset } of block.tags) {
      const { typical } = template.tags[Number(tag.id)] ?? {};
      if (typeof typical !== 'number' || typical === 0 || !isNumberType(tag.decode.type)) continue;
      const { value } = compileDecoder(tag.decode).decode(words, offset);
      if (value === 0) continue;
      const isSensible = typeof value === 'number' && isNear(value, typical);
      if (isSensible) {
        sensible += 1;
        weight += isFloatType(tag.decode.type) ? floatWeight : integerWeight;
      } else senseless += 1;
    }
  }
  const isNamed = isSaid(template, said);
  // relays and idle inputs show nothing that could make sense: there the device's own word is enough
  if ((sensible === 0 && !(isNamed && senseless === 0)) || sensible < 4 * senseless) return null;
  const certainty = isNamed || weight >= likelyWeight ? 'likely' : 'possible';
  const seen = sensible + senseless;
  const why = `all its registers are there${seen > 0 ? `, and ${sensible} of ${seen} values that are not 0 make sense` : ''}`;
  return {
    model: modelOf(template, certainty, isNamed ? `${why}; the device names itself so` : why),
    weight: weight + (isNamed ? 10 : 0),
  };
};

const isNear = (value: number, typical: number): boolean =>
  Math.abs(value) <= farOff * Math.abs(typical) && Math.abs(value) >= Math.abs(typical) / farOff;

/** Whether the device's own words hold the maker and the whole model, or a word of it with a digit in it. */
const isSaid = ({ manufacturer, model }: DeviceTemplate, said: string): boolean => {
  const text = said.toLowerCase();
  const codes = model
    .toLowerCase()
    .split(/\s/)
    .filter((word) => /\d/.test(word));
  const isModel = text.includes(model.toLowerCase()) || codes.some((code) => text.includes(code));
  return isModel && text.includes(manufacturer.toLowerCase());
};
