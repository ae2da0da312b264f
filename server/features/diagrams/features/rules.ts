import { type FeatureData, featureSchemas, type SavedFeature } from '../../../contract/model/featureData.ts';
import { whole } from '../../../contract/whole.ts';
import type { InputFault } from '../../../core/refusal.ts';
import { parsePart, refuseUnread } from '../../../http/validation.ts';
import { totalParts, type Unit, type UnitDirectory } from '../../../plantModel/index.ts';

/** A graph does not come through here with a version of its own. */
const sentSchemas = { ...featureSchemas, waterBalanceLeakage: featureSchemas.waterBalanceLeakage.partial({ version: true }) };

/** The data as they are kept. @throws Failure `schema` with every field that is wrong. */
export const parseFeature = <F extends SavedFeature>(feature: F, data: unknown): unknown => {
  const parsed = parsePart('body', whole(sentSchemas[feature]), data);
  refuseUnread(data, parsed);
  if (feature !== 'waterBalanceLeakage') return parsed;
  const { version: _version, updatedAt: _at, updatedBy: _by, ...graph } = parsed as FeatureData<'waterBalanceLeakage'>;
  return graph;
};

const repeated = (list: string, things: readonly { id: string }[]): InputFault[] =>
  things.flatMap(({ id }, index) =>
    things.findIndex((other) => other.id === id) < index
      ? [{ path: `data.${list}.${index}.id`, message: `${id} is given more than once` }]
      : [],
  );

const leakageFaults = ({ nodes, edges }: FeatureData<'waterBalanceLeakage'>, unknownUnits: UnknownUnits): InputFault[] => {
  const ids = new Set(nodes.map(({ id }) => id));
  const missing = (path: string, id: string): InputFault[] =>
    ids.has(id) ? [] : [{ path, message: `node ${id} is not in the graph` }];
  return [
    ...repeated('nodes', nodes),
    ...repeated('edges', edges),
    ...nodes.flatMap((node, at) => [
      ...unknownUnits(`data.nodes.${at}.unitIds`, node.unitIds),
      ...unknownUnits(`data.nodes.${at}.stockUnitIds`, node.stockUnitIds ?? []),
    ]),
    ...edges.flatMap(({ source, target, unitIds }, at) => [
      ...missing(`data.edges.${at}.source`, source),
      ...missing(`data.edges.${at}.target`, target),
      ...unknownUnits(`data.edges.${at}.unitIds`, unitIds),
    ]),
  ];
};

/** Whether virtual units of a sum share a meter and neither holds all of the other (docs/domain.md). */
const sharesMeters = (units: readonly Unit[]): boolean =>
  totalParts(units.filter(({ deployed }) => deployed).map((unit) => ({ unit }))).reason === 'sharedParts';

type UnknownUnits = (path: string, unitIds: readonly string[]) => InputFault[];
type Author = { industryId: string; internal: boolean };

/** What is wrong with a feature's data beyond their shape, by field. */
export const featureFaults = (
  feature: SavedFeature,
  data: unknown,
  { industryId, internal }: Author,
  directory: UnitDirectory,
): InputFault[] => {
  const unknownUnits: UnknownUnits = (path, unitIds) =>
    unitIds.flatMap((unitId, at) =>
      directory.unit(industryId, unitId) ? [] : [{ path: `${path}.${at}`, message: `unit ${unitId} does not exist` }],
    );
  switch (feature) {
    case 'waterBalanceLeakage':
      return leakageFaults(data as FeatureData<typeof feature>, unknownUnits);
    case 'water_ratio': {
      const { numerator, denominator } = data as FeatureData<typeof feature>;
      const overlaps = (path: string, unitIds: readonly string[]): InputFault[] =>
        sharesMeters(unitIds.flatMap((unitId) => directory.unit(industryId, unitId) ?? []))
          ? [{ path, message: `${unitIds.join(', ')} share a meter, and no sum of them counts its water once` }]
          : [];
      return [
        ...unknownUnits('data.numerator', numerator),
        ...unknownUnits('data.denominator', denominator),
        ...overlaps('data.numerator', numerator),
        ...overlaps('data.denominator', denominator),
      ];
    }
    case 'executiveSummary': {
      const { industryIds } = data as FeatureData<typeof feature>;
      return industryIds.flatMap((id, at) =>
        id === industryId || (internal && directory.industry(id))
          ? []
          : [{ path: `data.industryIds.${at}`, message: `industry ${id} does not exist` }],
      );
    }
    default:
      return [];
  }
};
