import type { z } from 'zod';
import { type Feature, type FeatureData, features } from '../../../server/contract/model/featureData.ts';
import type { additionalFeature } from '../../../server/contract/user/additionalFeature.ts';
import { words } from './words.ts';

export type Documents = z.output<(typeof additionalFeature)['reply']>;

const graph = ({ nodes, edges }: FeatureData<'waterBalance'>): string => words.nodes(nodes.length, edges.length);
const drawing = ({ pages }: FeatureData<'scadaWaterBalance'>): string =>
  words.pages(
    pages.length,
    pages.reduce((sum, { nodes }) => sum + nodes.length, 0),
  );
const screens = ({ pages, refreshSeconds }: FeatureData<'webHMI'>): string => words.screens(pages.length, refreshSeconds);

const contents: { [F in Feature]: (data: FeatureData<F>) => string } = {
  waterBalance: graph,
  waterBalanceLeakage: graph,
  scadaWaterBalance: drawing,
  adminScadaWaterBalance: drawing,
  alerts: ({ channels }) => {
    const on = Object.entries(channels).flatMap(([name, channel]) => (channel.enabled ? [words.channelNames[name] ?? name] : []));
    return words.channels(on.length === 0 ? words.none : on.join(', '));
  },
  executiveSummary: ({ kpis, industryIds }) => words.kpis(kpis.length, industryIds.length),
  roEfficiencyLog: ({ kinds }) => words.kinds(kinds.length),
  GWI: ({ wells, aquifer }) => words.wells(wells.length, aquifer.length),
  HMI_CONFIG: screens,
  webHMI: screens,
  map_view: (data) => words.places(data.features.length),
  water_ratio: ({ numerator, denominator }) =>
    words.ratio(numerator.length, denominator.length === 0 ? words.production : words.units(denominator.length)),
  BATHY_DATA: ({ rows }) => words.rows(rows.length),
  LAKE_BOUNDARY: ({ coordinates }) => words.corners(Math.max(0, (coordinates[0]?.length ?? 1) - 1)),
  SATELLITE_MODEL: ({ bands }) => words.bands(bands.length),
};

/** One feature with what is said of its document; null where nothing was saved. */
export type Row = { feature: Feature; document: { version: number; updatedAt: string; says: string } | null };

const rowOf = <F extends Feature>(feature: F, documents: Documents): Row => {
  const found = documents[feature] as { version: number; updatedAt: string; data: FeatureData<F> } | null | undefined;
  if (found === null || found === undefined) return { feature, document: null };
  return { feature, document: { version: found.version, updatedAt: found.updatedAt, says: contents[feature](found.data) } };
};

export const rowsOf = (documents: Documents): Row[] => features.map((feature) => rowOf(feature, documents));
