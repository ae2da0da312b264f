import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { Writer } from '../db/writer.ts';
import { AccountsStore } from '../features/accounts/accountsStore.ts';
import type { AlarmRecord, AlarmStep } from '../features/alarms/model.ts';
import { createDiagrams, createDocuments } from '../features/diagrams/create.ts';
import { diagramRoutes } from '../features/diagrams/routes.ts';
import { Calendars } from '../plantModel/calendars.ts';
import { addIndustry, type Plant, startPlant } from './configuredPlant.ts';
import { type Ask, type Reply, type Rig, sessionsOf, someCaller, startRig } from './httpRig.ts';
import { TestPlant } from './testPlant.ts';

export type DiagramsRig = {
  rig: Rig;
  plant: Plant;
  /** Alarms of the industry DEMO, as the alarm reader answers them. */
  alarms: AlarmRecord[];
  /** What happened to each of them, by its id. */
  steps: Map<string, AlarmStep[]>;
  call(method: string, path: string, options?: Ask & { token?: string }): Promise<Reply>;
  stop(): Promise<void>;
};

/**
 * SCADA, features and documents on a real database behind real HTTP. Users: asha may edit everything, ravi nothing, dina diagrams
 * alone, north everything of NORTH, staff is internal. DEMO has the write point valve-1 of V1, NORTH north-valve.
 * @param measured units and readings in place of the database's, of the industry DEMO.
 */
export const startDiagrams = async (measured?: TestPlant): Promise<DiagramsRig> => {
  const plant = await startPlant();
  await addIndustry(plant);
  await addIndustry(plant, 'NORTH');
  const alarms: AlarmRecord[] = [];
  const steps = new Map<string, AlarmStep[]>();
  const directory = measured ?? plant.directory;
  const store = new AccountsStore(new Writer(plant.sqlite));
  const diagrams = createDiagrams({
    documents: createDocuments(new Writer(plant.sqlite), plant.kysely, plant.clock),
    directory,
    reader: (measured ?? new TestPlant()).reader,
    calendars: new Calendars(directory),
    scheduler: new CooperativeScheduler(),
    settings: { alerts: (industryId) => store.alertDocument(industryId) },
    alarms: {
      open: (industryId) => alarms.filter((alarm) => alarm.industryId === industryId),
      between: (industryId, fromMs, toMs) =>
        alarms.filter((alarm) => alarm.industryId === industryId && alarm.raisedAtMs >= fromMs && alarm.raisedAtMs < toMs),
      steps: (id) => steps.get(id) ?? [],
    },
    clock: plant.clock,
    writePoints: (industryId) =>
      industryId === 'DEMO' ? [{ id: 'valve-1', asset: 'V1' }] : [{ id: 'north-valve', asset: 'NV' }],
    dischargeIds: async () => new Set<string>(),
  });
  const all = new Set(['ACCOUNT_SETTINGS', 'SCADA_EDITOR', 'WATER_BALANCE_EDITOR'] as const);
  const rig = await startRig(
    diagramRoutes({ ...diagrams, nameOf: (id) => (id === 'asha' ? 'asha' : undefined), version: '1.2.3' }),
    {
      clock: plant.clock,
      sessions: sessionsOf({
        asha: { caller: someCaller({ userId: 'asha', permissions: all }), panel: false },
        ravi: { caller: someCaller({ userId: 'ravi' }), panel: false },
        dina: { caller: someCaller({ userId: 'dina', permissions: new Set(['SCADA_EDITOR']) }), panel: false },
        north: { caller: someCaller({ userId: 'kavita', industryId: 'NORTH', permissions: all }), panel: false },
        staff: { caller: someCaller({ userId: 'staff', permissions: all, internal: true }), panel: false },
      }),
    },
  );
  return {
    rig,
    plant,
    alarms,
    steps,
    call: (method, path, { token = 'asha', ...asked } = {}) =>
      rig.ask(path, { ...asked, method, headers: { authorization: `Bearer ${token}`, ...asked.headers } }),
    stop: async () => {
      await rig.stop();
      plant.close();
      plant.remove();
    },
  };
};
