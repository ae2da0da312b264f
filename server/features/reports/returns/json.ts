import { sectionOf } from '../summary.ts';
import type { CollectedReturn } from './collect.ts';

/** A return as JSON: its tables with the numbers that are printed. */
export const returnJson = ({ model, kind }: CollectedReturn): string => {
  const { period } = model;
  const answer = {
    kind,
    title: model.title,
    industryName: model.industryName,
    period: {
      from: new Date(period.fromMs).toISOString(),
      to: new Date(period.toMs).toISOString(),
      label: period.label,
      timezone: period.timezone,
      shift: period.shift,
      open: period.isOpen,
    },
    generatedAt: new Date(model.generatedAtMs).toISOString(),
    generatedBy: model.generatedBy,
    revision: model.revision,
    completeness: model.completenessPct,
    kpis: model.kpis.map(({ key, name, value, unit, previous, changePct }) => ({ key, name, value, unit, previous, changePct })),
    sections: model.sections.flatMap((section) =>
      section.kind === 'table' ? [{ key: section.key, ...sectionOf(section) }] : [],
    ),
    footnotes: model.footnotes,
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
};
