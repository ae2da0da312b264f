import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { LineLoad } from '../../../contract/plant/commissioning/fieldConfiguration.ts';
import type { createFromTemplate, KnownTemplate } from '../../../contract/plant/commissioning/templates.ts';
import type { Clock } from '../../../core/clock.ts';
import { type CooperativeScheduler, TimeSlice } from '../../../core/cooperativeScheduler.ts';
import { type InputFault, refuse } from '../../../core/refusal.ts';
import type { ConfigurationChanges } from '../../../plantModel/index.ts';
import { type LoadRule, lineLoad, presentLine } from '../lineLoad.ts';
import type { Device, Tag } from '../model.ts';
import type { RecordFault, RecordWriter } from '../recordWriter.ts';
import type { FieldRegistry } from '../registry.ts';
import type { TemplateCatalog } from './catalog.ts';

type InstanceRequest = z.output<(typeof createFromTemplate)['body']>;
export type Instance = { device: Device; tags: Tag[] };

export type InstanceServiceParts = {
  writer: RecordWriter;
  registry: FieldRegistry;
  loadRule: LoadRule;
  catalog: TemplateCatalog;
  changes: Pick<ConfigurationChanges, 'run'>;
  turns: CooperativeScheduler;
  clock: Clock;
};

/** Makes a device with its tags, and what they feed, from a model and a unit id. */
export class InstanceService {
  readonly #parts: InstanceServiceParts;

  constructor(parts: InstanceServiceParts) {
    this.#parts = parts;
  }

  /** What reading takes of the device's line now; null where it is not known. */
  load({ industryId, connectionId }: Device): LineLoad | null {
    const { registry, loadRule } = this.#parts;
    const connection = registry.connection(industryId, connectionId);
    return connection ? lineLoad(presentLine(registry, connection), loadRule) : null;
  }

  /** @throws Failure `badRequest` with everything that is against it; nothing is added then. */
  create(industryId: string, wanted: InstanceRequest, signal: AbortSignal): Promise<Instance> {
    const { writer, catalog, changes, turns, clock } = this.#parts;
    return changes.run(industryId, async () => {
      const template = catalog.find(industryId, wanted.templateId);
      if (!template) refuse([{ path: 'templateId', message: `template ${wanted.templateId} does not exist` }]);
      const made = template && instanceOf(industryId, wanted, template);
      refuse(made?.faults ?? []);
      const { device, tags } = made as Instance;
      const pace = new TimeSlice(turns, clock, signal);
      const records = { connections: [], devices: [device], tags, writePoints: [] };
      refuse((await writer.faults(industryId, records, pace)).map((fault) => inBody(fault, wanted, tags)));
      await writer.write(industryId, records, pace);
      return { device, tags };
    });
  }
}

const instanceOf = (
  industryId: string,
  { connectionId, slaveId, templateId, enabled, name, tags: wantedTags, bindings }: InstanceRequest,
  template: KnownTemplate,
): Instance & { faults: InputFault[] } => {
  const device: Device = {
    id: randomUUID(),
    industryId,
    connectionId,
    name: name ?? `${template.model} ${slaveId}`.slice(0, 100),
    slaveId,
    templateId,
    enabled,
    timeoutMs: template.timeoutMs ?? null,
    acceptAnyUnit: false,
    limits: template.limits,
    version: 1,
  };
  const known = new Set(template.tags.map((tag) => tag.name));
  const taken = template.tags.filter((tag) => wantedTags === undefined || wantedTags.includes(tag.name));
  const faults: InputFault[] = (wantedTags ?? []).flatMap((tag, i) =>
    known.has(tag) ? [] : [{ path: `tags.${i}`, message: `the model has no tag ${tag}` }],
  );
  for (const [i, { tag, param }] of bindings.entries()) {
    const its = taken.find((one) => one.name === tag);
    if (!its) faults.push({ path: `bindings.${i}.tag`, message: `tag ${tag} is not among those taken` });
    else if ((param ?? its.param) === undefined)
      faults.push({ path: `bindings.${i}.param`, message: `param missing: the model names none for ${tag}` });
    if (bindings.findIndex((one) => one.tag === tag) !== i)
      faults.push({ path: `bindings.${i}.tag`, message: `tag ${tag} is bound twice` });
  }
  const tags = taken.map((tag): Tag => {
    const bound = bindings.find((one) => one.tag === tag.name);
    return {
      id: randomUUID(),
      industryId,
      deviceId: device.id,
      name: tag.name,
      kind: tag.kind,
      decode: tag.decode,
      periodMs: tag.periodMs,
      measure: tag.measure,
      unitId: bound?.unitId ?? null,
      param: bound ? (bound.param ?? tag.param ?? null) : null,
      version: 1,
    };
  });
  return { device, tags, faults };
};

/** A record's fault as one of the body that asked for it. */
const inBody = ({ kind, id, path, message }: RecordFault, { bindings }: InstanceRequest, tags: readonly Tag[]): InputFault => {
  if (kind !== 'tags') return { path, message };
  const name = tags.find((tag) => tag.id === id)?.name ?? '';
  const index = bindings.findIndex((one) => one.tag === name);
  return index < 0
    ? { path: 'templateId', message: `tag ${name}: ${path} ${message}` }
    : { path: `bindings.${index}.${path}`, message };
};
