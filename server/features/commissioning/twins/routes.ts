import { changeTwin, listTwins, startTwin, stopTwin } from '../../../contract/plant/commissioning/twins.ts';
import { type Route, route } from '../../../http/route.ts';
import type { TwinService } from './twinService.ts';

/** Simulated twins of configured devices. */
export const twinRoutes = (twins: TwinService): Route[] => [
  route(listTwins)((_, { caller }) => ({ twins: twins.list(caller.industryId) })),
  route(startTwin)(async ({ body: { deviceId, framing } }, { caller, audited }) => {
    const started = await twins.start(caller, deviceId, framing);
    audited({ subject: deviceId, after: { id: started.id, port: started.port, framing } });
    return started;
  }),
  route(changeTwin)(({ params: { id }, body }, { caller, audited }) => {
    const changed = twins.change(caller.industryId, id, body);
    audited({ subject: id, after: body });
    return changed;
  }),
  route(stopTwin)(async ({ params: { id } }, { caller, audited }) => {
    const { values: _, ...before } = await twins.end(caller.industryId, id);
    audited({ subject: id, before });
    return { status: 'success', message: 'Stopped' };
  }),
];
