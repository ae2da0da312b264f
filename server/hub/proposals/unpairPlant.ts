import type { Clock } from '../../core/clock.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { HubAudit } from '../wire/auditStore.ts';
import type { KnownPlant, PlantStore } from '../wire/plantStore.ts';
import { endProposals } from './proposalStore.ts';

type UnpairParts = { database: HubDatabase; plants: PlantStore; audit: HubAudit; clock: Clock };

/** Ends a pairing: what is stored stays, and what was proposed has nobody left who decides about it. */
export const unpairPlant = async (
  { database, plants, audit, clock }: UnpairParts,
  { plantId, site, state }: KnownPlant,
  by: 'the plant' | 'the hub',
): Promise<void> => {
  if (state !== 'unpaired')
    await audit.doing('plant unpaired', { site, by }, clock.now(), (tx) => plants.setState(plantId, 'unpaired', clock.now(), tx));
  await database.inTurn(plantId, (client) => endProposals(client, plantId, clock.now()));
};
