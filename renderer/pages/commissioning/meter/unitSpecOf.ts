import type { KnownTemplate } from '../../../../server/contract/plant/commissioning/templates.ts';
import { numberOf } from '../../../parts/form/problems.ts';
import { paramsOf } from './feeding/feeds.ts';
import { isMetered, type UnitKindId, unitKinds } from './unitKinds.ts';

export type UnitDraft = {
  name: string;
  kind: UnitKindId;
  group: string;
  modulus: string;
  basePerCount: string;
  maxPerHour: string;
  diameter: string;
  height: string;
};

/** The unit as the server takes it; its group is made first, so any text will do for it here. */
export const specOf = (draft: UnitDraft, signals: Parameters<typeof paramsOf>[0], template: KnownTemplate | undefined) => {
  const { type, category, counts, siUnit } = unitKinds[draft.kind];
  const meter = {
    modulus: numberOf(draft.modulus),
    basePerCount: numberOf(draft.basePerCount),
    // nothing typed is no proposal: the largest flow must be known
    maxPerHour: numberOf(draft.maxPerHour) ?? Number.NaN,
  };
  return {
    name: draft.name,
    subCategoryId: draft.group.trim(),
    type,
    standardCategoryId: category,
    standardCategoryIds: [...counts],
    siUnit,
    meta: {
      ...(isMetered(draft.kind) ? { meter } : {}),
      ...(draft.kind === 'quality' ? { params: paramsOf(signals, template) } : {}),
      ...(draft.kind === 'tank'
        ? { tank: { shape: 'vertical_cylinder', diameter: numberOf(draft.diameter), height: numberOf(draft.height) } }
        : {}),
    },
  };
};
