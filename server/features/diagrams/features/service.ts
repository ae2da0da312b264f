import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { Feature, SavedFeature } from '../../../contract/model/featureData.ts';
import { roActivityKinds } from '../../../contract/model/roActivityKinds.ts';
import type { Clock } from '../../../core/clock.ts';
import { refuse } from '../../../core/refusal.ts';
import { iso } from '../../../core/time.ts';
import { shownUnits } from '../../../historian/index.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { StoredDocument, VersionedDocuments } from '../model.ts';
import { SCADA } from '../scada/service.ts';
import { groundwaterOf, mapOf } from './derived.ts';
import { featureFaults, parseFeature } from './rules.ts';

/** The water balance graph, which its own editor saves. */
const WATER_BALANCE = 'waterBalance';

/** One feature's data; version 0 where they were never saved. */
export type FeatureAnswer = { featureData: Feature; version: number; updatedAt: string; data: unknown };

export type FeatureParts = {
  documents: VersionedDocuments;
  directory: UnitDirectory;
  /** Alert settings as they were saved last, or their defaults as version 0. */
  alertSettings(industryId: string): Promise<{ settings: AlertSettings; version: number; savedAtMs: number | null }>;
  clock: Clock;
};

/** Configuration documents by feature. */
export class FeatureService {
  readonly #parts: FeatureParts;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
  }

  /** Null where nothing was saved and nothing can be made from the configuration. */
  async read(industryId: string, feature: Feature): Promise<FeatureAnswer | null> {
    const { directory } = this.#parts;
    switch (feature) {
      case 'waterBalance':
        return this.#graph(industryId, feature, WATER_BALANCE);
      case 'waterBalanceLeakage':
        return (await this.#graph(industryId, feature, feature)) ?? this.#graph(industryId, feature, WATER_BALANCE);
      case 'scadaWaterBalance':
      case 'adminScadaWaterBalance':
        return this.#graph(industryId, feature, SCADA, feature);
      case 'alerts': {
        const { settings, version, savedAtMs } = await this.#parts.alertSettings(industryId);
        return { featureData: feature, version, updatedAt: iso(savedAtMs ?? this.#parts.clock.now()), data: settings };
      }
      case 'GWI':
        return this.#made(feature, groundwaterOf(directory.industry(industryId), shownUnits(directory, industryId)));
      case 'map_view':
        return (await this.#saved(industryId, feature)) ?? this.#made(feature, mapOf(shownUnits(directory, industryId)));
      case 'roEfficiencyLog':
        return (await this.#saved(industryId, feature)) ?? this.#made(feature, { kinds: [...roActivityKinds], chemicals: [] });
      default:
        return this.#saved(industryId, feature);
    }
  }

  /**
   * Saves a feature's document as a new version.
   * @throws Failure `schema` or `badRequest` with what and where, `conflict` for a stale version.
   */
  async save(
    author: { industryId: string; userId: string; internal: boolean },
    feature: SavedFeature,
    sent: { data: unknown; version?: number | undefined },
  ): Promise<{ featureData: SavedFeature; version: number; updatedAt: string; data: unknown }> {
    const data = parseFeature(feature, sent.data);
    refuse(featureFaults(feature, data, author, this.#parts.directory));
    const { version, savedAtMs } = await this.#parts.documents.save(author.industryId, {
      kind: feature,
      name: '',
      body: data,
      userId: author.userId,
      ...(sent.version !== undefined && { version: sent.version }),
    });
    return { featureData: feature, version, updatedAt: iso(savedAtMs), data };
  }

  #made(feature: Feature, data: unknown): FeatureAnswer | null {
    return data === undefined ? null : { featureData: feature, version: 0, updatedAt: iso(this.#parts.clock.now()), data };
  }

  async #saved(industryId: string, feature: Feature): Promise<FeatureAnswer | null> {
    const stored = await this.#parts.documents.read(industryId, feature);
    return stored ? answerOf(feature, stored, stored.body) : null;
  }

  /** A graph carries its version and author inside too, as its editor answers it. */
  async #graph(industryId: string, feature: Feature, kind: string, name = ''): Promise<FeatureAnswer | null> {
    const stored = await this.#parts.documents.read(industryId, kind, name);
    if (!stored) return null;
    const { version, savedAtMs, savedBy, body } = stored;
    return answerOf(feature, stored, { ...(body as object), version, updatedAt: iso(savedAtMs), updatedBy: savedBy });
  }
}

const answerOf = (feature: Feature, { version, savedAtMs }: StoredDocument, data: unknown): FeatureAnswer => ({
  featureData: feature,
  version,
  updatedAt: iso(savedAtMs),
  data,
});
