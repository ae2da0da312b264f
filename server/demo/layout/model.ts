import type { StandardCategoryId, UnitType } from '../../contract/model/common.ts';
import type { UnitMeta } from '../../contract/model/units.ts';
import type { InstrumentReading } from '../instrument.ts';

export type DemoSubCategory = { key: string; displayName: string; group: string };
export type DemoCategory = {
  standardCategoryId: string;
  displayName: string;
  siUnit: string;
  subCategories: readonly DemoSubCategory[];
};

/** A unit of a demo plant; `expression` names other units by key. */
export type DemoUnit = {
  key: string;
  name: string;
  sub: string;
  type: UnitType;
  ids?: readonly StandardCategoryId[];
  siUnit: string;
  maxCapacity?: number;
  meta?: Omit<UnitMeta, 'expression'>;
  expression?: readonly { unit: string; factor: number }[];
  /** The meter before this one, whose count holds this one's. */
  behind?: string;
};

/** One signal of a device: what it feeds and what it looks at. Without a unit it is only shown to a technician. */
export type DemoSignal = {
  tag: string;
  feeds?: { unit: string; param: string };
  /** Where the template leaves it open. */
  measure?: string;
  reading: InstrumentReading;
};

export type DemoDevice = {
  key: string;
  name: string;
  /** Model in resources/devices. */
  template: string;
  connection: string;
  slaveId: number;
  signals: readonly DemoSignal[];
};

export type DemoConnection = { key: string; name: string };

export type DemoIndustry = {
  id: string;
  name: string;
  categories: readonly DemoCategory[];
  units: readonly DemoUnit[];
  connections: readonly DemoConnection[];
  devices: readonly DemoDevice[];
};
