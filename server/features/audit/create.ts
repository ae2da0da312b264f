import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Sqlite } from '../../db/open.ts';
import type { Writer } from '../../db/writer.ts';
import { type AuditParts, AuditService } from './service.ts';
import { AuditStore } from './store.ts';

type Parts = { writer: Writer; reader: Sqlite; clock: Clock; log: Log } & Pick<AuditParts, 'noted' | 'assertKept'>;

/** The audit log, on the connection that writes and the one that reads. */
export const createAudit = ({ writer, reader, ...parts }: Parts): AuditService =>
  new AuditService({ store: new AuditStore(writer, reader), ...parts });
