import type { RuleFinding } from './model.ts';
import type { PreparedRule } from './prepareRules.ts';

export type Evaluated = { ready: PreparedRule; finding: RuleFinding };

const isSilence = ({ finding }: Evaluated): boolean => finding.code === 1 && finding.text === 'silent';

/**
 * Gateway first: where all units behind one are silent, the gateway has the alarm and its units have none.
 * @param gatewayOf a unit's gateway; undefined where it has none.
 * @returns one finding for each gateway with at least two units, with its units.
 */
export const evaluateGateways = (
  evaluated: readonly Evaluated[],
  gatewayOf: (unitId: string) => { id: string; name: string } | undefined,
): { gatewayId: string; finding: RuleFinding; unitIds: string[] }[] => {
  const behind = new Map<string, { name: string; members: Evaluated[] }>();
  for (const one of evaluated) {
    const gateway = isSilence(one) ? gatewayOf(one.ready.unit.id) : undefined;
    if (!gateway) continue;
    const known = behind.get(gateway.id) ?? { name: gateway.name, members: [] };
    known.members.push(one);
    behind.set(gateway.id, known);
  }
  return [...behind].flatMap(([gatewayId, { name, members }]) => {
    const [first] = members;
    if (!first || members.length < 2) return [];
    const isDown = members.every(({ finding }) => finding.isMet === true);
    const shortest = members.reduce((least, one) => (one.finding.value < least.finding.value ? one : least), first);
    const finding: RuleFinding = {
      ...shortest.finding,
      param: 'gateway',
      isMet: isDown,
      isOver: members.some((one) => one.finding.isOver),
      text: 'gatewaySilent',
      facts: { ...shortest.finding.facts, unit: name, n: members.length },
      priority: 2,
    };
    return [{ gatewayId, finding, unitIds: members.map(({ ready }) => ready.unit.id) }];
  });
};
