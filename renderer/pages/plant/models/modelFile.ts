import { type DeviceTemplate, deviceTemplate } from '../../../../server/contract/model/deviceTemplates.ts';
import type { Things } from '../../../parts/editor/things.ts';

type ReadModel = { model: DeviceTemplate } | { problems: readonly string[] };

const readJson = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
};

/** A device model as its file has it, or what is wrong with it and where. @param notJson says that it is no JSON at all. */
export const readModel = (text: string, notJson: string): ReadModel => {
  const read = readJson(text);
  if (read === null) return { problems: [notJson] };
  const parsed = deviceTemplate.safeParse(read.value);
  if (parsed.success) return { model: parsed.data };
  return { problems: parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`) };
};

/** A model as its head and its signals, so that two of its versions can be compared. */
export const thingsOfModel = ({ tags, ...head }: DeviceTemplate): Things =>
  new Map<string, object>([['', head], ...tags.map((tag) => [tag.name, tag] as const)]);
