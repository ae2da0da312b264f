import { type IndustryFacts, industryFacts } from '../../contract/model/industryFacts.ts';
import type { WriteTx } from '../../db/writer.ts';
import type { Unit } from '../../plantModel/model.ts';
import { clock, server } from './demo.ts';

/** What changes, and questions whose answers it changes. */
export type Changes = readonly [what: string, change: () => unknown, answers: RegExp[]][];

const unit = (id: string): Unit => {
  const found = server.directory.unit('DEMO', `demo-${id}`);
  if (!found) throw new Error(`${id} is no unit of the demo`);
  return found;
};
/** The sub-category of a unit, as it may be changed. */
export const subCategory = (ofUnit: string) => {
  const found = server.directory
    .categories('DEMO')
    .flatMap(({ subCategories }) => subCategories)
    .find(({ id }) => id === unit(ofUnit).subCategoryId);
  if (!found) throw new Error(`${ofUnit} is in no sub-category`);
  const { id, categoryId, displayName, group, enabled, position } = found;
  return { id, categoryId, displayName, group, enabled, position };
};
export const changeUnit = (id: string, change: (spec: Unit) => Partial<Unit>): Promise<Unit> => {
  const { series: _series, feeds: _feeds, countedIn: _in, adds: _adds, version: _version, createdAtMs: _at, ...spec } = unit(id);
  return server.units.change('DEMO', `demo-${id}`, { ...spec, ...change(unit(id)) });
};
export const changeFacts = (change: (facts: IndustryFacts) => Partial<IndustryFacts>): Promise<unknown> => {
  const facts = industryFacts.parse(server.directory.industry('DEMO')?.meta.facts);
  return server.industries.changeFacts('DEMO', { ...facts, ...change(facts) });
};
/** Puts values into slots of a day, counted from its start or, below 0, from its end. */
export const enter = (id: string, param: string, ofDay: number, at: number, values: readonly number[]): Promise<void> => {
  const { firstSlot, slots } = server.calendars.of('DEMO').windowOfDay(ofDay);
  return server.ingest.enter(server.seriesId(`demo-${id}`, param), firstSlot + (at < 0 ? slots + at : at), values, 'late');
};
export const write = (work: (tx: WriteTx) => void): void => server.storage.writer.run(work);
export const alarm = (raisedAtMs: number): Parameters<typeof server.alarms.raise>[1] => ({
  industryId: 'DEMO',
  unitId: 'demo-line1',
  category: 'flow_rate',
  alertType: 'flow_rate_alert',
  key: `DEMO|demo-line1|flow_rate||high|${raisedAtMs}`,
  param: '',
  date: '2026-11-09',
  title: 'High flow',
  body: 'Flow is high.',
  action: '',
  priority: 2,
  insight: false,
  late: true,
  value: 12,
  threshold: 10,
  meta: {},
  raisedAtMs,
});
export const noonOf = (ofDay: number): number => server.calendars.of('DEMO').windowOfDay(ofDay).fromMs + 6 * 3_600_000;
export const raisedOn = (ofDay: number) => {
  const found = server.alarms.between('DEMO', noonOf(ofDay), noonOf(ofDay) + 1)[0];
  if (!found) throw new Error('no alarm');
  return found;
};
/** So that a unit is on line, or no longer. */
export const say = (id: string, quality: 'GOOD' | 'BAD_TIMEOUT'): void => {
  const tagId = unit(id).feeds[0]?.tagId;
  if (tagId === undefined) throw new Error(`${id} has no tag`);
  server.ingest.accept([{ tagId, value: quality === 'GOOD' ? 1 : null, quality, atMs: clock.now() }]);
};
