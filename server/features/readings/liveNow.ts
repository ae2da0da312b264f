import { type LiveParam, liveNow as liveNowRow } from '../../contract/plant/readings/live.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { round, roundSingle } from '../../core/round.ts';
import { iso, isoOrNull } from '../../core/time.ts';
import type { ReadingReader } from '../../historian/index.ts';
import { type Route, route } from '../../http/route.ts';
import type { SeriesInfo, Unit, UnitDirectory } from '../../plantModel/index.ts';

const MS_PER_SECOND = 1000;
const LIVE_PLACES = 4;
/** Readings a value may be behind before it counts as old. */
const STALE_PERIODS = 2;

/** Two polling intervals of the tags that a parameter comes from; a tank's volume comes from its level. */
export const staleAfterSeconds = ({ type, feeds }: Unit, param: string): number | undefined => {
  const own = feeds.filter((feed) => feed.param === param);
  const from = own.length === 0 && type === 'stock' ? feeds.filter((feed) => feed.param === 'level') : own;
  if (from.length === 0) return undefined;
  return (STALE_PERIODS * Math.max(...from.map(({ periodMs }) => periodMs))) / MS_PER_SECOND;
};

/** A display of a counter has all its digits. */
export const liveOf = (value: number, { kind }: SeriesInfo): number =>
  round(kind === 'counter' ? value : roundSingle(value), LIVE_PLACES);

const paramsOf = (unit: Unit, reader: ReadingReader): LiveParam[] =>
  unit.series.map((series) => {
    const latest = reader.latest(series.id);
    const stale = staleAfterSeconds(unit, series.param);
    return {
      unitId: unit.id,
      param: series.param,
      measure: series.measure,
      value: latest?.value == null ? null : liveOf(latest.value, series),
      quality: latest?.quality ?? 'STALE',
      at: isoOrNull(latest?.atMs ?? null),
      ...(stale !== undefined && { staleAfterSeconds: stale }),
    };
  });

/** The newest value of every parameter, from memory. */
export const liveNowRoute = (parts: { directory: UnitDirectory; reader: ReadingReader; clock: Clock }): Route => {
  const { directory, reader, clock } = parts;
  const required = (industryId: string, unitId: string): Unit => {
    const unit = directory.unit(industryId, unitId);
    if (!unit) throw new Failure('noData', `unit ${unitId} not found`);
    return unit;
  };
  return route(liveNowRow)(({ query }, { caller: { industryId } }) => {
    const units = query.units
      ? [...new Set(query.units)].map((unitId) => required(industryId, unitId))
      : directory.units(industryId);
    return { asOf: iso(clock.now()), values: units.flatMap((unit) => paramsOf(unit, reader)) };
  });
};
