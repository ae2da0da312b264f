import {
  addWritePoint,
  changeWritePoint,
  closeRawWindow,
  deleteWritePoint,
  listRawWindows,
  listValves,
  listWritePoints,
  openRawWindow,
  readWriteSwitch,
  turnWriteSwitch,
  writePointNow,
} from '../../contract/plant/commands.ts';
import { Failure } from '../../core/fail.ts';
import { iso, isoOrNull } from '../../core/time.ts';
import { type Route, route } from '../../http/route.ts';
import { canSound, type DeviceLookup, soundedReason, type WritePoint } from './model.ts';
import type { WritePoints } from './points.ts';
import type { RawWindow, RawWindows } from './rawWindows.ts';
import type { ReadOnlySwitch } from './readOnlySwitch.ts';
import type { PlcService } from './service.ts';
import type { Valves } from './valves.ts';

const windowView = ({ deviceId, ranges, userId, untilMs, reason }: RawWindow) => ({
  deviceId,
  ranges: ranges.map(({ fn, from, to }) => ({ fn: fn as 5 | 6 | 15 | 16 | 22, from, to })),
  userId,
  until: iso(untilMs),
  reason,
});

const shown = <T extends { industryId: string }>({ industryId: _, ...point }: T): Omit<T, 'industryId'> => point;

/** Whether a point switches or sets something of a unit: a tag of its device feeds the unit, or one that must hold does. */
const concerns = ({ industryId, deviceId, interlocks }: WritePoint, unitId: string, devices: DeviceLookup): boolean =>
  devices.tagsOn(deviceId).some((tag) => tag.unitId === unitId) ||
  interlocks.some(({ tagId }) => devices.tag(industryId, tagId)?.unitId === unitId);

export type PointRouteParts = {
  service: Pick<PlcService, 'now'>;
  points: WritePoints;
  windows: RawWindows;
  valves: Valves;
  devices: DeviceLookup;
  readOnly: ReadOnlySwitch;
  horns(industryId: string): Promise<ReadonlySet<string>>;
  inTurn<T>(act: () => Promise<T>): Promise<T>;
};

/** What may be written: write points, the switch of the site, raw windows and valves. */
export const pointRoutes = (parts: PointRouteParts): Route[] => {
  const { service, points, windows, valves, devices, readOnly, horns, inTurn } = parts;
  /** Not while the settings are being saved: they may be about to name it. */
  const unlessHorn = <T>(industryId: string, id: string, act: () => T): Promise<T> =>
    inTurn(async () => {
      const point = points.find(industryId, id);
      if (point && (await horns(industryId)).has(id)) throw new Failure('conflict', soundedReason(point));
      return act();
    });
  return [
    route(listWritePoints)(({ query: { forUnit } }, { caller }) => {
      const own = points.list(caller.industryId);
      const wanted = forUnit === undefined ? own : own.filter((point) => concerns(point, forUnit, devices));
      return { points: wanted.map(shown), readOnly: readOnly.isOn };
    }),
    route(writePointNow)(({ params }, { caller }) => service.now.of(caller.industryId, params.id)),
    route(addWritePoint)(async ({ body }, { caller, audited }) => {
      const point = points.add(caller.industryId, body);
      audited({ subject: point.id, after: point });
      return shown(point);
    }),
    route(changeWritePoint)(async ({ params, body: { version, ...spec } }, { caller, audited }) => {
      const { industryId } = caller;
      const change = () => ({
        before: points.find(industryId, params.id),
        point: points.change(industryId, params.id, spec, version),
      });
      const { before, point } = canSound(spec) ? change() : await unlessHorn(industryId, params.id, change);
      audited({ subject: point.id, before, after: point });
      return shown(point);
    }),
    route(deleteWritePoint)(async ({ params, query }, { caller, audited }) => {
      const { industryId } = caller;
      const before = await unlessHorn(industryId, params.id, () => points.remove(industryId, params.id, query.version));
      audited({ subject: params.id, before });
      return { status: 'success', message: `${before.name} deleted` };
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
