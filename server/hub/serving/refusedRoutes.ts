import { atHub } from '../../contract/atHub.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { userEndpoints } from '../../contract/index.ts';
import { Failure } from '../../core/fail.ts';
import type { Route } from '../../http/route.ts';

/** The access rules of an operation, without its input: a request is refused whatever its input is. */
const bare = ({ base, method, path, summary, auth, permission, limit, reply }: Endpoint, keepsPermission: boolean): Endpoint => ({
  ...{ base, method, path, summary, auth, limit, reply, faults: ['conflict'] },
  ...(keepsPermission && permission && { permission }),
});

/** Operations of the User API that only the plant itself carries out. They are refused after the checks of the caller's permissions. */
export const refusedRoutes = (): Route[] =>
  userEndpoints
    .filter((row) => atHub(row) === 'refused')
    .map((row) => ({
      row: bare(row, true),
      handle: () => {
        throw new Failure('conflict', 'this is done at the plant: nothing is changed or commanded through a hub');
      },
    }));

/** What is asked about a plant while none is chosen. */
export const withoutPlantRoutes = (): Route[] =>
  userEndpoints
    .filter((row) => atHub(row) !== 'ownSession')
    .map((row) => ({
      row: bare(row, false),
      handle: () => {
        throw new Failure('tenant', 'no such plant of yours: log in as username/site/industry, or ask below /plants/{site}');
      },
    }));
