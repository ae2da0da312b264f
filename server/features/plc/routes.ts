import {
  addWritePoint,
  type CommandView,
  changeWritePoint,
  closeRawWindow,
  deleteWritePoint,
  findCommand,
  listCommands,
  listRawWindows,
  listValves,
  listWritePoints,
  openRawWindow,
  readWriteSwitch,
  turnWriteSwitch,
} from '../../contract/plant/commands.ts';
import { moveValve, readRegisters, writeRegisters } from '../../contract/user/plc.ts';
import { Failure } from '../../core/fail.ts';
import { iso, isoOrNull } from '../../core/time.ts';
import { type Caller, type Route, route } from '../../http/route.ts';
import type { Initiator } from './commandRequest.ts';
import type { CommandRow } from './model.ts';
import type { RawWindow } from './rawWindows.ts';
import type { ReadOnlySwitch } from './readOnlySwitch.ts';
import { type PlcService, statusOf, worstOf } from './service.ts';

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
  position: ______,
  requestId: __,
  ip: ___,
  sent: ____,
  undelivered: _____,
  createdAtMs,
  settledAtMs,
  ...row
}: CommandRow): CommandView => ({
  ...row,
  at: iso(createdAtMs),
  settledAt: isoOrNull(settledAtMs),
});

const windowView = ({ deviceId, ranges, userId, untilMs, reason }: RawWindow) => ({
  deviceId,
  ranges: ranges.map(({ fn, from, to }) => ({ fn: fn as 5 | 6 | 15 | 16 | 22, from, to })),
  userId,
  until: iso(untilMs),
  reason,
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

const wordsOf = (hex: string): number[] => (hex === '' ? [] : hex.split(' ').map((word) => Number.parseInt(word, 16)));

/** Commands of the User API, write points, the journal, raw windows and valves. */
export const plcRoutes = (service: PlcService, readOnly: ReadOnlySwitch): Route[] => {
  const { points, journal, windows, valves, clock } = service.parts;
  return [
    route(writeRegisters)(async ({ body }, context) => {
      const { commandId, asset, command, rows } = await service.write(byOf(context.caller, context), body);
      // what a policy refused is told frame by frame; what the plant could not be reached with is a fault
      if (rows.every(({ undelivered }) => undelivered))
        throw new Failure('undelivered', `nothing was delivered: ${rows[0]?.error ?? ''} (command ${commandId})`, {
          errors: rows.map(({ frameId, error }) => ({ path: frameId, message: error })),
        });
      const code = worstOf(rows.map(({ outcome }) => outcome));
      return {
        status: statusOf[code],
        code,
        message: messageOf(code, rows),
        commandId,
        asset,
        command,
        frames: rows.map(({ frameId, outcome, rawBack, exception, error }) => ({
          frameId,
          outcome: outcome ?? 'UNKNOWN',
          ...(rawBack !== '' && { readBack: wordsOf(rawBack) }),
          ...(exception !== null && { exception }),
          ...(error !== '' && { error }),
        })),
        at: iso(clock.now()),
      };
    }),
    route(readRegisters)(async ({ body }, context) => {
      const frames = await service.read(byOf(context.caller, context), body);
      context.audited({ subject: body.deviceId });
      return { status: 'success', commandId: context.requestId, at: iso(clock.now()), frames };
    }),
    route(moveValve)(async ({ body }, context) => {
      const row = await service.move(byOf(context.caller, context), body.deviceId, body.command, body);
      const { outcome, error, commandId, sent, undelivered } = row;
      if (outcome === 'REFUSED' && !sent && !undelivered) throw new Failure('badRequest', error);
      if (outcome === 'REFUSED' || outcome === 'UNKNOWN' || outcome === null)
        throw new Failure(
          'undelivered',
          `${outcome === 'REFUSED' ? 'not delivered' : 'it is not known whether it moved'}: ${error} (command ${commandId})`,
        );
      const { state } = valves.state(body.deviceId);
      return {
        status: statusOf[outcome],
        message:
          outcome === 'CONFIRMED'
            ? `${body.command} confirmed`
            : `${body.command} ACCEPTED_UNVERIFIED: taken by the device, not seen to be carried out`,
        outcome,
        commandId,
        deviceId: body.deviceId,
        command: body.command,
        state,
        confirmed: outcome === 'CONFIRMED',
        at: iso(clock.now()),
      };
    }),
    route(listWritePoints)((_, { caller }) => ({ points: points.list(caller.industryId).map(shown), readOnly: readOnly.isOn })),
    route(addWritePoint)(async ({ body }, { caller, audited }) => {
      const point = points.add(caller.industryId, body);
      audited({ subject: point.id, after: point });
      return shown(point);
    }),
    route(changeWritePoint)(async ({ params, body: { version, ...spec } }, { caller, audited }) => {
      const before = points.find(caller.industryId, params.id);
      const point = points.change(caller.industryId, params.id, spec, version);
      audited({ subject: point.id, before, after: point });
      return shown(point);
    }),
    route(deleteWritePoint)(async ({ params, query }, { caller, audited }) => {
      const before = points.remove(caller.industryId, params.id, query.version);
      audited({ subject: params.id, before });
      return { status: 'success', message: `${before.name} deleted` };
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
      const rows = journal.together(industryId, params.id);
      if (rows.length === 0) throw new Failure('notFound', 'command not found');
      return { commands: rows.map(viewOf) };
    }),
    route(readWriteSwitch)(() => ({ readOnly: readOnly.isOn })),
    route(turnWriteSwitch)(async ({ body }, { audited, confirm }) => {
      if (!body.readOnly) await confirm();
      const wasOn = readOnly.isOn;
      // the port forbids at once, whatever becomes of the row
      if (body.readOnly) readOnly.forbid();
      audited({ subject: 'field', before: { readOnly: wasOn }, after: body });
      readOnly.turn(body.readOnly);
      return { readOnly: readOnly.isOn };
    }),
    route(openRawWindow)(({ body }, { caller, audited }) => {
      const window = windows.open(caller, body.deviceId, body.ranges, body.reason);
      audited({ subject: body.deviceId, after: windowView(window) });
      return windowView(window);
    }),
    route(listRawWindows)((_, { caller }) => ({ windows: windows.list(caller.industryId).map(windowView) })),
    route(closeRawWindow)(({ params }, { caller, audited }) => {
      windows.close(caller, params.id);
      audited({ subject: params.id });
      return { status: 'success', message: 'the raw window is closed' };
    }),
    route(listValves)((_, { caller }) => ({
      valves: points
        .list(caller.industryId)
        .filter(({ valve }) => valve !== null)
        .map(({ id, name, asset, confirmText }) => {
          const { readAtMs, ...state } = valves.state(id);
          return { id, name, asset, confirmText, ...state, readAt: isoOrNull(readAtMs) };
        }),
    })),
  ];
};

const shown = <T extends { industryId: string }>({ industryId: _, ...point }: T): Omit<T, 'industryId'> => point;
