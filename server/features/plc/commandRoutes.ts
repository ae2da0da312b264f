import { remarksOf, sayUndelivered } from '../../contract/model/commandRemarks.ts';
import { type CommandView, findCommand, listCommands } from '../../contract/plant/commands.ts';
import { moveValve, readRegisters, writeRegisters } from '../../contract/user/plc.ts';
import type { Caller } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { iso, isoOrNull } from '../../core/time.ts';
import { type Route, route } from '../../http/route.ts';
import type { Initiator } from './commandRequest.ts';
import { wordsOfHex } from './frames.ts';
import type { JournalStore } from './journalStore.ts';
import type { CommandRow } from './model.ts';
import { type PlcService, statusOf, worstOf } from './service.ts';
import type { Valves } from './valves.ts';

const byOf = (
  { userId, username, industryId, permissions, sessionId }: Caller,
  { requestId, ip }: { requestId: string; ip: string },
): Initiator => ({
  userId,
  username,
  industryId,
  requestId,
  ip,
  isTechnician: permissions.has('COMMISSIONING'),
  sessionId,
});

const viewOf = ({
  industryId: _,
  position: _____,
  requestId: __,
  sent: ___,
  undelivered: ____,
  place: ______,
  createdAtMs,
  settledAtMs,
  ...row
}: CommandRow): CommandView => ({
  ...row,
  at: iso(createdAtMs),
  settledAt: isoOrNull(settledAtMs),
  remarks: remarksOf(row.error),
});

const messages = {
  CONFIRMED: 'done',
  ACCEPTED_UNVERIFIED: 'ACCEPTED_UNVERIFIED: the device took it, and it was not seen to be carried out',
  REFUSED: 'REFUSED: not carried out',
  UNKNOWN: 'UNKNOWN: it is not known whether it was carried out',
} as const;

/** With the first frame that says why. */
const messageOf = (code: keyof typeof messages, rows: readonly CommandRow[]): string => {
  const why = rows.find(({ outcome, error }) => outcome === code && error !== '')?.error;
  return why === undefined ? messages[code] : `${messages[code]} (${why})`;
};

export type CommandRouteParts = { service: PlcService; journal: JournalStore; valves: Valves; clock: Clock };

/** Commands of the User API and their journal. */
export const commandRoutes = ({ service, journal, valves, clock }: CommandRouteParts): Route[] => {
  return [
    route(writeRegisters)(async ({ body }, context) => {
      const { commandId, asset, command, rows } = await service.write(byOf(context.caller, context), body);
      // what a policy refused is reported frame by frame; what the plant could not be reached with is a fault
      if (rows.every(({ undelivered }) => undelivered))
        throw new Failure('undelivered', sayUndelivered('nothing', { why: rows[0]?.error ?? '', command: commandId }), {
          errors: rows.map(({ frameId, error }) => ({ path: frameId, message: error })),
        });
      const code = worstOf(rows.map(({ outcome }) => outcome));
      return {
        status: statusOf[code],
        code,
        message: messageOf(code, rows),
        // as the client wrote it, which looks for it in the answer
        commandId: body.commandId ?? commandId,
        asset,
        command,
        frames: rows.map(({ frameId, outcome, rawBack, exception, error }) => ({
          frameId,
          outcome: outcome ?? 'UNKNOWN',
          ...(rawBack !== '' && { readBack: wordsOfHex(rawBack) }),
          ...(exception !== null && { exception }),
          ...(error !== '' && { error }),
        })),
        at: iso(clock.now()),
      };
    }),
    route(readRegisters)(async ({ body }, context) => {
      const frames = await service.read(byOf(context.caller, context), body);
      context.audited({ subject: body.deviceId });
      const unread = frames.flatMap((one) => ('error' in one ? [one.error] : []));
      return {
        status: unread.length === 0 ? 'success' : 'failed',
        message: unread.length === 0 ? 'done' : `${unread.length} of ${frames.length} frames not read (${unread[0] ?? ''})`,
        commandId: context.requestId,
        at: iso(clock.now()),
        frames,
      };
    }),
    route(moveValve)(async ({ body }, context) => {
      const row = await service.move(byOf(context.caller, context), body.deviceId, body.command, body);
      const { outcome, error, commandId, sent, undelivered } = row;
      if (outcome === 'REFUSED' && !sent && !undelivered) throw new Failure('badRequest', error);
      if (outcome === 'REFUSED' || outcome === 'UNKNOWN' || outcome === null)
        throw new Failure(
          'undelivered',
          sayUndelivered(outcome === 'REFUSED' ? 'refused' : 'unknown', { why: error, command: commandId }),
        );
      const { state } = valves.state(body.deviceId);
      return {
        status: statusOf[outcome],
        message:
          outcome === 'CONFIRMED'
            ? `${body.command} CONFIRMED`
            : `${body.command} ACCEPTED_UNVERIFIED: taken by the device, not seen to be carried out`,
        code: outcome,
        outcome,
        commandId: body.commandId ?? commandId,
        deviceId: body.deviceId,
        command: body.command,
        state,
        confirmed: outcome === 'CONFIRMED',
        at: iso(clock.now()),
      };
    }),
    route(listCommands)(({ query }, { caller: { industryId } }) => ({
      commands: journal
        .list({
          industryId,
          pointId: query.pointId ?? null,
          deviceId: query.deviceId ?? null,
          outcome: query.outcome ?? null,
          beforeMs: query.before === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(query.before),
          limit: query.limit,
        })
        .map(viewOf),
    })),
    route(findCommand)(({ params }, { caller: { industryId } }) => {
      const rows = journal.findByCommand(industryId, params.id);
      if (rows.length === 0) throw new Failure('notFound', 'command not found');
      return { commands: rows.map(viewOf) };
    }),
  ];
};
