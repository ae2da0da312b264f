import { beverageConnections, beverageDevices } from './beverageDevices.ts';
import { linked } from './beverageLinks.ts';
import { beverageCategories, beverageUnits } from './beverageUnits.ts';
import type { DemoIndustry } from './model.ts';

/** The industry DEMO: a bottler of soft drinks. */
export const beverageIndustry: DemoIndustry = {
  id: 'DEMO',
  name: 'Sahyadri Beverages, Pune',
  categories: beverageCategories,
  units: beverageUnits.map(linked),
  connections: beverageConnections,
  devices: beverageDevices,
};
