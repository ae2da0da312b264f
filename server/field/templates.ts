import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DeviceTemplate, deviceTemplate } from '../contract/model/deviceTemplates.ts';
import { Failure, messageOf } from '../core/fail.ts';
import { validateDecode } from './decode/validateDecode.ts';

const damaged = (file: string, reason: string, cause?: unknown): Failure =>
  new Failure('server', `device template ${file}: ${reason}`, cause === undefined ? {} : { cause });

const decodeFaults = (template: DeviceTemplate): string[] => [
  ...template.tags.flatMap(({ decode }, i) =>
    validateDecode(decode, template.limits).map(({ path, message }) => `tags.${i}.decode.${path} ${message}`),
  ),
  ...template.identity.flatMap(({ decode }, i) =>
    validateDecode(decode).map(({ path, message }) => `identity.${i}.decode.${path} ${message}`),
  ),
];

const parseTemplate = (file: string, text: string): DeviceTemplate => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw damaged(file, messageOf(error), error);
  }
  const parsed = deviceTemplate.safeParse(json);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw damaged(file, reasons.join('; '), parsed.error);
  }
  const faults = decodeFaults(parsed.data);
  if (faults.length > 0) throw damaged(file, faults.join('; '));
  return parsed.data;
};

/**
 * Reads every device template (*.json) of a directory, ordered by id. A file that is no template, breaks a
 * decode rule or repeats an id fails with `server` and says which file and why: a wrong map is worse than none.
 */
export const loadTemplates = (directory: string): DeviceTemplate[] => {
  const byId = new Map<string, { file: string; template: DeviceTemplate }>();
  const files = readdirSync(directory).filter((file) => file.endsWith('.json'));
  for (const file of files.sort()) {
    const template = parseTemplate(file, readFileSync(join(directory, file), 'utf8'));
    const other = byId.get(template.id);
    if (other) throw damaged(file, `id ${template.id} is taken by ${other.file}`);
    byId.set(template.id, { file, template });
  }
  return [...byId.values()].map(({ template }) => template).sort((a, b) => (a.id < b.id ? -1 : 1));
};
