import type { DeviceTemplate } from '../../../contract/model/deviceTemplates.ts';
import type { KnownTemplate } from '../../../contract/plant/commissioning/templates.ts';
import type { Clock } from '../../../core/clock.ts';
import { conflict, refuse, refuseStale, requireFound } from '../../../core/refusal.ts';
import type { ConfigurationChanges } from '../../../plantModel/index.ts';
import type { DecodeRule } from '../model.ts';
import type { FieldRegistry } from '../registry.ts';
import type { TemplateCatalog } from './catalog.ts';
import type { TemplateStore } from './templateStore.ts';

/** Models of one industry at most. */
const MOST = 200;

export type TemplateServiceParts = {
  store: TemplateStore;
  catalog: TemplateCatalog;
  registry: FieldRegistry;
  changes: Pick<ConfigurationChanges, 'run'>;
  decodeRule: DecodeRule;
  clock: Clock;
};

/** Keeps the device models that industries describe themselves. */
export class TemplateService {
  readonly #parts: TemplateServiceParts;

  constructor(parts: TemplateServiceParts) {
    this.#parts = parts;
  }

  /** Takes over what is stored. */
  async start(): Promise<void> {
    for (const stored of await this.#parts.store.readAll()) this.#parts.catalog.put(stored);
  }

  list(industryId: string): KnownTemplate[] {
    return this.#parts.catalog.list(industryId);
  }

  /** @throws Failure `notFound`. */
  read(industryId: string, id: string): KnownTemplate {
    return requireFound(this.#parts.catalog.find(industryId, id), 'template');
  }

  /**
   * Adds a model or replaces one by its id.
   * @throws Failure `badRequest` when a tag could not be read, `conflict` for the id of a shipped model, a stale version, and one too many.
   */
  save(
    { industryId, userId }: { industryId: string; userId: string },
    template: DeviceTemplate,
    version?: number | null,
  ): Promise<{ before: KnownTemplate | undefined; after: KnownTemplate }> {
    const { catalog, changes, store, clock } = this.#parts;
    return changes.run(industryId, async () => {
      if (catalog.isShipped(template.id)) throw conflict('id', `${template.id} is a model that came with the product`);
      const before = catalog.find(industryId, template.id);
      refuseStale(before?.version ?? 0, version === null ? 0 : version);
      const own = catalog.list(industryId).filter(({ origin }) => origin === 'custom').length;
      if (!before && own >= MOST) throw conflict('id', `there are ${MOST} models already`);
      refuse(this.#faults(template));
      const stored = { industryId, version: (before?.version ?? 0) + 1, template };
      await store.save(stored, { savedAtMs: clock.now(), savedBy: userId });
      return { before, after: catalog.put(stored) };
    });
  }

  /** @throws Failure `notFound`, or `conflict` for a shipped model, for a stale version and while a device refers to it. */
  delete(industryId: string, id: string, version?: number): Promise<KnownTemplate> {
    const { catalog, changes, store, registry } = this.#parts;
    return changes.run(industryId, async () => {
      const known = this.read(industryId, id);
      if (known.origin === 'shipped') throw conflict('id', `${id} came with the product and stays`);
      refuseStale(known.version ?? 0, version);
      const user = registry.devicesOf(industryId).find(({ templateId }) => templateId === id);
      if (user) throw conflict('id', `${id} is the model of ${user.name}`);
      await store.delete(industryId, id);
      catalog.remove(industryId, id);
      return known;
    });
  }

  #faults(template: DeviceTemplate): { path: string; message: string }[] {
    const { decodeRule } = this.#parts;
    const under = (path: string, faults: { path: string; message: string }[]) =>
      faults.map((fault) => ({ path: `${path}.${fault.path}`, message: `${path}.${fault.path} ${fault.message}` }));
    return [
      ...template.tags.flatMap(({ decode }, i) => under(`tags.${i}.decode`, decodeRule(decode, template.limits))),
      ...template.identity.flatMap(({ decode }, i) => under(`identity.${i}.decode`, decodeRule(decode))),
    ];
  }
}
