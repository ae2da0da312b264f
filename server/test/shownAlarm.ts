import type { AlarmRecord } from '../features/alarms/model.ts';
import type { Unit, UnitDirectory } from '../plantModel/index.ts';

export const HOUR = 3_600_000;
export const RAISED = Date.UTC(2026, 2, 10, 6, 5);

export const record = (more: Partial<AlarmRecord> = {}): AlarmRecord => ({
  id: 'a',
  industryId: 'DEMO',
  unitId: 'u1',
  category: 'flow_rate',
  alertType: 'flow_rate_alert',
  key: 'u1|flow_rate|flow|high|',
  param: 'flow',
  date: '2026-03-09',
  title: 'Title',
  body: 'Body',
  action: 'Act',
  priority: 2,
  insight: false,
  value: 1.23456,
  threshold: 1,
  meta: { unit: 'Line', text: 'flowHigh', thr: 1 },
  raisedAtMs: RAISED,
  clearedAtMs: null,
  ackedAtMs: null,
  ackedBy: null,
  resolvedAtMs: null,
  resolvedBy: null,
  shelvedUntilMs: null,
  suppressed: false,
  late: false,
  count: 2,
  assignees: ['ravi'],
  ...more,
});
const unit = { id: 'u1', name: 'Unit one', subCategoryId: 's', standardCategoryId: 'std', categoryId: 'c' } as Unit;
export const directory = {
  unit: (industryId: string, id: string) => (industryId === 'DEMO' && id === 'u1' ? unit : undefined),
} as unknown as UnitDirectory;
