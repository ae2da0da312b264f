import type { ReportSettings } from '../../contract/model/reportSettings.ts';
import { Failure } from '../../core/fail.ts';

type Schedules = ReportSettings['schedules'];

const refuse = (path: string, message: string): never => {
  throw new Failure('badRequest', message, { errors: [{ path: `reports.schedules.${path}`, message }] });
};

/** Each schedule has an id of its own: what it made is known by it. */
const refuseSharedIds = (schedules: Schedules): void => {
  const ids = schedules.map(({ id }) => id);
  const again = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (again >= 0) refuse(`${again}.id`, `there is another schedule ${ids[again]}`);
};

/**
 * Whether schedules can be kept.
 * @param before those of now: a unit that they name and that went since keeps nobody from saving the rest.
 * @throws Failure `badRequest` at the first id that another has, or unit that the industry has not.
 */
export const refuseUnfitSchedules = (before: Schedules, wanted: Schedules, isUnit: (id: string) => boolean): void => {
  refuseSharedIds(wanted);
  const known = new Set(before.flatMap(({ unitIds = [] }) => unitIds));
  for (const [at, { unitIds = [] }] of wanted.entries()) {
    const unknown = unitIds.findIndex((id) => !known.has(id) && !isUnit(id));
    if (unknown >= 0) refuse(`${at}.unitIds.${unknown}`, `unit ${unitIds[unknown]} does not exist`);
  }
};
