import type { DeviceTemplate } from '../../../contract/model/deviceTemplates.ts';
import type { KnownTemplate } from '../../../contract/plant/commissioning/templates.ts';

type Custom = { industryId: string; version: number; template: DeviceTemplate };

/** Every device model that an industry may use: those of the product, and its own. */
export class TemplateCatalog {
  readonly #read: () => readonly DeviceTemplate[];
  #known: ReadonlyMap<string, KnownTemplate> | undefined;
  readonly #custom = new Map<string, Map<string, KnownTemplate>>();

  /** @param shipped is asked when one of them is first looked for: a start needs none. */
  constructor(shipped: () => readonly DeviceTemplate[]) {
    this.#read = shipped;
  }

  isShipped(id: string): boolean {
    return this.#shipped.has(id);
  }

  /** Shipped ones first, both by id. */
  list(industryId: string): KnownTemplate[] {
    const own = [...(this.#custom.get(industryId)?.values() ?? [])];
    return [...this.#shipped.values(), ...own.sort((a, b) => (a.id < b.id ? -1 : 1))];
  }

  find(industryId: string, id: string | null): KnownTemplate | undefined {
    return id === null ? undefined : (this.#shipped.get(id) ?? this.#custom.get(industryId)?.get(id));
  }

  put({ industryId, version, template }: Custom): KnownTemplate {
    const known: KnownTemplate = { ...template, origin: 'custom', version };
    const own = this.#custom.get(industryId) ?? new Map<string, KnownTemplate>();
    this.#custom.set(industryId, own.set(template.id, known));
    return known;
  }

  get #shipped(): ReadonlyMap<string, KnownTemplate> {
    this.#known ??= new Map(this.#read().map((template) => [template.id, { ...template, origin: 'shipped', version: null }]));
    return this.#known;
  }

  remove(industryId: string, id: string): void {
    this.#custom.get(industryId)?.delete(id);
  }
}
