import type { AuditEntry } from '../audit/index.ts';
import type { CommandRow } from './model.ts';

/** A frame's entry in the audit log: old and new value, raw bytes and what became of it. */
export const auditOf = (row: CommandRow): AuditEntry => ({
  kind: row.pointId === null ? 'plc.rawWrite' : 'plc.write',
  industryId: row.industryId,
  userId: row.userId,
  outcome: row.outcome === 'REFUSED' && !row.sent ? 'refused' : 'done',
  ip: row.ip,
  requestId: row.requestId,
  subject: `${row.asset}.${row.command} (${row.frameId})`,
  before: { value: row.oldValue, raw: row.rawBefore },
  after: {
    value: row.value,
    raw: row.rawOut,
    readBack: row.rawBack,
    outcome: row.outcome,
    error: row.error,
    deviceId: row.deviceId,
    fn: row.fn,
    address: row.address,
    reason: row.reason,
    commandId: row.commandId,
  },
});
