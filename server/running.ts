import type { Clock } from './core/clock.ts';
import type { Log } from './core/log.ts';
import { liveCaller } from './features/audit/index.ts';
import { liveSnapshot } from './features/readings/index.ts';
import type { HostPolicy } from './http/hosts.ts';
import { LiveHub } from './live/hub.ts';
import type { Plant } from './plant.ts';
import type { RunningParts } from './runningParts.ts';

/** From here on readings come in and are kept. */
export const startAcquisition = (
  { ingest, readings, gateway, commissioning, alerts, plc, loopDelay, sealing }: Plant,
  running: RunningParts,
): void => {
  alerts.engine.start();
  running.add('alarms', () => alerts.engine.stop());
  alerts.equipmentFaults.start();
  running.add('equipment faults', () => alerts.equipmentFaults.stop());
  alerts.outbox.start();
  running.add('outbox', () => alerts.outbox.stop());
  alerts.escalation.start();
  running.add('escalation', () => alerts.escalation.stop());
  ingest.start();
  running.add('readings', () => ingest.stop());
  sealing.start();
  running.add('sealing of days', () => sealing.stop());
  running.add('batch runs', () => readings.stop());
  plc.start();
  running.add('commands', () => plc.stop());
  gateway.start();
  running.add('field', () => gateway.stop());
  running.add('field tools', () => commissioning.tools.stop());
  loopDelay.start();
  running.add('loop delay', () => loopDelay.stop());
};

/** What panels and phones are told as it happens. */
export const createHub = (
  { bus, auth, audit, directory, reader, alerts }: Plant,
  hostRules: HostPolicy,
  { clock, log }: { clock: Clock; log: Log },
): LiveHub => {
  return new LiveHub({
    bus,
    clock,
    log,
    hostRules,
    authenticate: (token) => liveCaller(token, auth, audit),
    snapshot: (industryId) => liveSnapshot(directory, reader, industryId),
    replay: alerts.liveLog,
    onConfirm: (caller, messageIds) => alerts.confirm(caller, messageIds),
  });
};
