import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { publicBytes } from '../bundle/keys.ts';
import { wordsOf } from '../bundle/words.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { answerHeaders, setHsts } from '../http/headers.ts';
import { RateLimiter } from '../http/limits.ts';
import { type ClusterUrls, HubDatabase } from './database/hubDatabase.ts';
import { fleetPage } from './fleet/fleetPage.ts';
import { FleetWire } from './fleet/fleetWire.ts';
import { HubKeys } from './keys/hubKeys.ts';
import { OWNER_TOKEN_FILE, ownerToken } from './keys/ownerToken.ts';
import { PlantLiveValues } from './live/liveValues.ts';
import { limitLogins } from './people/loginLimit.ts';
import { type Coming, HubPeople } from './people/people.ts';
import { PeopleStore } from './people/peopleStore.ts';
import { SessionStore } from './people/sessionStore.ts';
import { Sessions } from './people/sessions.ts';
import { PlantMoves } from './placement/plantMoves.ts';
import { HubProposals } from './proposals/proposals.ts';
import { KnownSessions } from './serving/knownSessions.ts';
import type { ServedPlantParts } from './serving/servedPlant.ts';
import { UserGate } from './serving/userGate.ts';
import { Upkeep } from './upkeep.ts';
import { AdminWire } from './wire/adminWire.ts';
import { HubAudit } from './wire/auditStore.ts';
import { HubService } from './wire/hubService.ts';
import { HubWire } from './wire/hubWire.ts';
import type { HubAddress } from './wire/pairPlant.ts';
import { PlantStore } from './wire/plantStore.ts';
import { Replacements } from './wire/replacements.ts';
import { BundleUploads } from './wire/uploads.ts';

export type HubParts = {
  dataFolder: string;
  /** Address of PostgreSQL. */
  postgres: string;
  clusters?: ClusterUrls;
  name: string;
  address(): HubAddress;
  clock: Clock;
  log: Log;
  coming?: Coming;
  /** How the User API of the plants is served, the same for all. */
  serving: ServedPlantParts;
};

export type Hub = {
  /** Opens the store. @throws Failure in one line where it does not answer. */
  start(): Promise<void>;
  serve(request: IncomingMessage, response: ServerResponse): void;
  /** Lets go of answers that nobody asked for in a while. @returns their bytes. */
  forgetUnasked(): number;
  /** Answers the plants that wait for somebody to look. */
  endWaiting(): void;
  stop(): Promise<void>;
};

/** The hub of many plants: what it keeps is in PostgreSQL, who it is and what is on its way in the data folder. */
export const createHub = ({
  dataFolder,
  postgres,
  clusters,
  name,
  address,
  clock,
  log,
  coming = () => [],
  serving,
}: HubParts): Hub => {
  const keyFolder = join(dataFolder, 'keys');
  const onLost = (error: Error): void => log.warn({ err: error }, 'a connection to PostgreSQL broke');
  const database = new HubDatabase(postgres, onLost, clusters);
  const plants = new PlantStore(database, clock);
  const uploads = new BundleUploads(join(dataFolder, 'uploads'), database);
  const live = new PlantLiveValues(clock);
  const audit = new HubAudit(database);
  const keys = new HubKeys({ keyFolder, database, audit, clock });
  const proposals = new HubProposals({ database, audit, keys, clock });
  const moves = new PlantMoves({ database, audit, clock, log });
  const service = new HubService({ database, audit, plants, uploads, live, proposals, keys, clock });
  const replacements = new Replacements({ database, plants, audit, keys });
  const openingKey = publicBytes(keys.opening);
  const wire = new HubWire({ service, plants, replacements, name, keys, openingKey, clock, log });
  const peopleStore = new PeopleStore(database);
  const people = new HubPeople(peopleStore, audit, clock, coming);
  const sessions = new Sessions(new SessionStore(database), peopleStore, join(keyFolder, 'hub-token-keys.json'), clock);
  const known = new KnownSessions(sessions);
  const limiter = new RateLimiter(serving.limits, clock);
  const gate = new UserGate({ database, people, sessions, known, audit, serving, limiter });
  const admin = new AdminWire({
    database,
    plants,
    replacements,
    moves,
    audit,
    people,
    peopleStore,
    sessionOf: (request) => known.ofAccess(request),
    keys,
    token: ownerToken(keyFolder),
    address,
    dataFolder,
    clock,
    log,
  });
  const fleet = new FleetWire({
    ...{ database, plants, people, sessions, known, audit, live, proposals, name, coming, clock, log },
    limitLogin: limitLogins(limiter, serving.trustedProxies),
  });
  const page = fleetPage(serving.resources, serving.panelFolder, serving.publicUrl);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? '';
    for (const [header, value] of answerHeaders(serving.publicUrl)) response.setHeader(header, value);
    if (serving.hsts) setHsts(request, response);
    if (HubWire.serves(target)) return wire.serve(request, response);
    if (AdminWire.serves(target)) return admin.serve(request, response);
    if (UserGate.serves(target)) return gate.serve(request, response);
    if (FleetWire.serves(target)) return fleet.serve(request, response);
    if (target !== '/api/hub/health') return page(request, response);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ status: 'ok' }));
  };
  const upkeep = new Upkeep({ dataFolder, database, plants, uploads, keys, copies: gate, clock, log });
  return {
    start: async () => {
      await database.start();
      await keys.start();
      upkeep.start();
      moves.start();
      log.info({ words: wordsOf(keys.current.key), ownerFile: join(keyFolder, OWNER_TOKEN_FILE) }, 'identity of this hub');
    },
    serve: (request, response) =>
      void answer(request, response).catch((error: unknown) => {
        log.error({ err: error }, 'a request failed');
        response.destroy();
      }),
    forgetUnasked: () => gate.forgetUnasked(),
    endWaiting: () => live.stop(),
    stop: async () => {
      upkeep.stop();
      gate.stop();
      await moves.stop();
      await database.stop();
    },
  };
};
