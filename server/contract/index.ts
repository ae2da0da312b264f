import { auditEndpoints } from './audit.ts';
import { login, logout, refresh, validateCredentials } from './auth.ts';
import { deviceDataV2 } from './deviceData.ts';
import type { Endpoint } from './endpoint.ts';
import { granularCategory, granularUnit } from './granular.ts';
import { plantOverview } from './overview.ts';
import { plantFieldConfigurationEndpoints } from './plant.ts';
import { plantCategoryEndpoints } from './plantCategories.ts';
import { plantStateEndpoints } from './plantState.ts';
import { plantUnitEndpoints } from './plantUnits.ts';
import { standardCategoryView } from './standardCategoryView.ts';

/** Every operation of the User API: what is served, documented and tested follows from this list. */
export const userEndpoints: readonly Endpoint[] = [
  login,
  refresh,
  logout,
  validateCredentials,
  granularUnit,
  granularCategory,
  deviceDataV2,
  standardCategoryView,
];

/** Every operation of the plant API, and those at the root of the server. */
export const plantEndpoints: readonly Endpoint[] = [
  plantOverview,
  ...plantUnitEndpoints,
  ...plantCategoryEndpoints,
  ...plantFieldConfigurationEndpoints,
  ...plantStateEndpoints,
  ...auditEndpoints,
];
