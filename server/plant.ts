import { createControl } from './composition/control.ts';
import { createFloors } from './composition/floors.ts';
import { createPeople } from './composition/people.ts';
import type { PlantParts } from './composition/plantParts.ts';
import { createViews } from './composition/views.ts';
import { createCommissioning, EventLoopDelay } from './features/commissioning/index.ts';
import { metricsOf } from './metrics.ts';

/** Everything but HTTP: made here in the order of its rooms, each part from those before it, none of it running yet. */
export const createPlant = (parts: PlantParts) => {
  const { storage, clock } = parts;
  const floors = createFloors(parts);
  const { field, fieldModel, model, ingest, historian, serving, scheduler, writer, readerKysely } = floors;
  const people = createPeople(parts, floors);
  const control = createControl(parts, floors, people);
  const views = createViews(parts, floors, people, control);
  const commissioning = createCommissioning({
    ...fieldModel,
    ...field.rules,
    ...model,
    writer,
    reader: readerKysely,
    points: control.points,
    horns: control.plc.horns,
    gateway: field.gateway,
    tools: field.tools,
    applyField: (configuration) => field.gateway.configure(configuration),
    applyBindings: (bindings) => ingest.bind(bindings),
    scheduler,
    jobs: parts.jobs,
    clock: serving.clock,
  });
  const { connections, devices, tags } = commissioning;
  const loopDelay = new EventLoopDelay(clock);
  return {
    ...people,
    ...control,
    ...views,
    ...{ bus: floors.bus, audit: floors.audit, ingest, history: historian.history },
    ...{ damage: historian.damage, dayTree: historian.tree, sealing: historian.sealing, stopFigures: historian.stopFigures },
    ...{ directory: serving.directory, reader: serving.reader, calendars: serving.calendars },
    ...{ gateway: field.gateway, templates: field.templates, registry: fieldModel.registry, twins: fieldModel.twins },
    ...{ commissioning, connections, devices, tags },
    ...{ loopDelay, metrics: metricsOf({ gateway: field.gateway, ingest, loopDelay, storage, clock }) },
  };
};

export type Plant = ReturnType<typeof createPlant>;
