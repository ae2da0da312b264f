import { decideHeldDay, readHeldDays } from '../../contract/plant/hub/heldDays.ts';
import {
  exportToStick,
  importResult,
  pairHub,
  readPairingCode,
  readSync,
  startSync,
  unpairHub,
} from '../../contract/plant/sync.ts';
import { type Route, route } from '../../http/route.ts';
import type { HeldDays } from './restored/heldDays.ts';
import type { SyncService } from './service.ts';

/** Everything about the hub: the owner of the site alone may ask. */
export const syncRoutes = ({ sync, heldDays }: { sync: SyncService; heldDays: HeldDays }): Route[] => [
  route(readSync)(() => sync.state()),
  route(readPairingCode)(({ body: { code } }) => sync.readCode(code)),
  route(pairHub)(({ body: { code, share, bytesPerHour } }, { caller, audited }) => {
    const state = sync.pair(code, { share, bytesPerHour, by: caller.username });
    audited({ subject: state.hub?.url ?? '', after: { hub: state.hub?.words, share, bytesPerHour } });
    return state;
  }),
  route(unpairHub)(async (_, { audited, begin }) => {
    audited({ before: { hub: sync.state().hub?.url } });
    begin();
    return sync.unpair();
  }),
  route(startSync)(() => sync.begin()),
  route(exportToStick)(async ({ body }, { signal, audited, begin }) => {
    begin();
    const answer = await sync.export(body, signal);
    audited({ subject: body.folder, after: { files: answer.files.length, days: answer.days } });
    return answer;
  }),
  route(readHeldDays)(() => heldDays.state()),
  route(decideHeldDay)(async ({ body: { industryId, date, keep } }, { audited }) => {
    const series = await heldDays.decide(industryId, date, keep);
    audited({ subject: `${industryId} ${date}`, after: { keep, series } });
    return heldDays.state();
  }),
  route(importResult)(({ body }) => sync.import(body)),
];
