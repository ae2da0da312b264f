import type { ReportSettings } from '../../contract/model/reportSettings.ts';
import { Failure } from '../../core/fail.ts';

/** Each schedule has an id of its own: what it made is known by it. @throws Failure `badRequest` at the first that has another's. */
export const refuseSharedIds = (schedules: ReportSettings['schedules']): void => {
  const ids = schedules.map(({ id }) => id);
  const again = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (again < 0) return;
  const message = `there is another schedule ${ids[again]}`;
  throw new Failure('badRequest', message, { errors: [{ path: `reports.schedules.${again}.id`, message }] });
};
