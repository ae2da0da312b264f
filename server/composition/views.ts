import { fieldTroubles } from '../features/commissioning/index.ts';
import { createDashboards } from '../features/dashboards/index.ts';
import { createDiagrams } from '../features/diagrams/index.ts';
import { ClosedDayFigures, createReadings } from '../features/readings/index.ts';
import { createReports } from '../features/reports/index.ts';
import type { Control } from './control.ts';
import type { Floors } from './floors.ts';
import type { PlantPeople } from './people.ts';
import type { PlantParts } from './plantParts.ts';

/** What is shown and printed of readings and alarms. */
export const createViews = (parts: PlantParts, floors: Floors, people: PlantPeople, control: Control) => {
  const { config, resources, jobs, log } = parts;
  const { writer, readerKysely, serving, audit, bus, ingest, historian, field, fieldModel } = floors;
  const { directory, calendars } = serving;
  const { auth, users, accounts, delivery } = people;
  const { settings } = accounts;
  const { points, documents, balances, roEvents, alarms } = control;
  const { dataFolder } = config;
  const rainSources = { resources, dataFolder, remote: config.rain.remote };
  const stores = { writer, readerKysely };
  const { email } = delivery;
  return {
    readings: createReadings({
      ...{ ...serving, ingest },
      troubles: () => fieldTroubles(fieldModel.registry, field.gateway.status()),
      dischargeIds: (industryId) => balances.graphs.dischargeMeters(industryId),
    }),
    closedDayFigures: new ClosedDayFigures({ ...serving, reader: historian.passing, bus, log }),
    diagrams: createDiagrams({
      ...{ ...serving, documents, settings, alarms },
      writePoints: (industryId) => points.list(industryId),
      dischargeIds: (industryId) => balances.graphs.dischargeMeters(industryId),
    }),
    dashboards: createDashboards({
      ...{ ...serving, ...stores, audit, alarms, tokens: auth.tickets, users },
      ...{ documents, balances, rainSources, roEvents },
    }),
    reports: createReports({
      ...stores,
      dataFolder,
      jobs,
      directory,
      calendars,
      users,
      settings,
      email,
      ingest,
      clock: serving.clock,
      log,
    }),
  };
};
