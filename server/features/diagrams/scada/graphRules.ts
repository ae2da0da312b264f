import type { ScadaNode, ScadaPage } from '../../../contract/user/scada.ts';
import type { InputFault } from '../../../core/refusal.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { fieldsOf, resolveBinding } from './binding.ts';

/** A client is sent so many faults at once. */
const MOST_FAULTS = 50;
const MOST_BINDINGS = 4000;

/** What a diagram may name. `controls`: ids and assets of the write points. */
export type Nameable = { units: ReadonlyMap<string, Unit>; controls: ReadonlySet<string> };

const repeated = (path: string, list: readonly { id: string }[]): InputFault[] => {
  const seen = new Set<string>();
  return list.flatMap(({ id }, index) => {
    if (seen.has(id)) return [{ path: `${path}.${index}.id`, message: `${id} is given more than once` }];
    seen.add(id);
    return [];
  });
};

const bindingFaults = (path: string, { bind = [] }: ScadaNode, { units }: Nameable): InputFault[] =>
  bind.flatMap((one, index) => {
    const unit = units.get(one.unitId);
    if (!unit) return [{ path: `${path}.bind.${index}.unitId`, message: `unit ${one.unitId} does not exist` }];
    if (resolveBinding(unit, one)) return [];
    const [name, wanted] = one.field === 'value' && one.param !== undefined ? ['param', one.param] : ['field', one.field];
    return [
      { path: `${path}.bind.${index}.${name}`, message: `${unit.name} has no ${wanted}; it has ${fieldsOf(unit).join(', ')}` },
    ];
  });

const rangeFaults = (path: string, { range }: ScadaNode): InputFault[] => {
  if (!range) return [];
  const { min, low = min, high = range.max, max } = range;
  return min < max && min <= low && low <= high && high <= max
    ? []
    : [{ path: `${path}.range`, message: 'must run min, low, high, max upwards' }];
};

/** A symbol that nothing moves would look like a valve whose state is not known. */
const controlFaults = (path: string, { control }: ScadaNode, { controls }: Nameable): InputFault[] =>
  control === undefined || controls.has(control.deviceId)
    ? []
    : [{ path: `${path}.control.deviceId`, message: `write point ${control.deviceId} does not exist` }];

const pageFaults = (at: string, { nodes, edges }: ScadaPage, known: Nameable): InputFault[] => {
  const ids = new Set(nodes.map(({ id }) => id));
  return [
    ...repeated(`${at}.nodes`, nodes),
    ...repeated(`${at}.edges`, edges),
    ...nodes.flatMap((node, index) => {
      const path = `${at}.nodes.${index}`;
      return [...bindingFaults(path, node, known), ...rangeFaults(path, node), ...controlFaults(path, node, known)];
    }),
    ...edges.flatMap(({ source, target, flowUnitId }, index) => {
      const path = `${at}.edges.${index}`;
      return [
        ...(ids.has(source) ? [] : [{ path: `${path}.source`, message: `node ${source} is not on the page` }]),
        ...(ids.has(target) ? [] : [{ path: `${path}.target`, message: `node ${target} is not on the page` }]),
        ...(flowUnitId === undefined || known.units.has(flowUnitId)
          ? []
          : [{ path: `${path}.flowUnitId`, message: `unit ${flowUnitId} does not exist` }]),
      ];
    }),
  ];
};

/** What is wrong with a diagram beyond its shape, by field; the first 50. */
export const graphFaults = (pages: readonly ScadaPage[], known: Nameable): InputFault[] => {
  const bindings = pages.reduce((sum, { nodes }) => sum + nodes.reduce((count, { bind = [] }) => count + bind.length, 0), 0);
  if (bindings > MOST_BINDINGS) return [{ path: 'pages', message: `have ${bindings} bindings; at most ${MOST_BINDINGS}` }];
  return [...repeated('pages', pages), ...pages.flatMap((page, index) => pageFaults(`pages.${index}`, page, known))].slice(
    0,
    MOST_FAULTS,
  );
};
