import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { listValves } from '../../../server/contract/plant/commands.ts';
import { diagramMoment } from '../../../server/contract/plant/moments.ts';
import { readScadaGraph, scadaData } from '../../../server/contract/user/scada.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { useOverview } from '../../api/useOverview.ts';
import { isOld } from '../../state/fresh.ts';
import { useNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { useLink } from '../../state/useLink.ts';
import { shiftDate, toDmy } from '../../text/times.ts';
import type { Shown } from './DiagramNode.tsx';
import { valveOf } from './valve.ts';

/** Totals and alarms; the values themselves come live. */
const everyMs = 20_000;
const valvesMs = 10_000;
const drawingMs = 5 * 60_000;

/** The drawing and what it shows, now or at a moment of the past. */
export const useDiagram = () => {
  const { at, page: wanted } = useSearch({ from: '/diagram' });
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  const nowMs = useNow(clock);
  const today = shiftDate(nowMs, timezone, shift.startAt);
  const graph = useEndpoint(readScadaGraph, { query: {} }, { everyMs: drawingMs });
  const page = graph.data?.pages.find(({ id }) => id === wanted) ?? graph.data?.pages[0];
  const past = at !== undefined;
  const enabled = page !== undefined;
  const now = useEndpoint(
    scadaData,
    { query: { date: toDmy(today), prefix: '', page: page?.id ?? '' } },
    { everyMs, enabled: enabled && !past, keepPrevious: true },
  );
  const then = useEndpoint(
    diagramMoment,
    { query: { at: at ?? '', page: page?.id ?? '' } },
    { enabled: enabled && past, keepPrevious: true },
  );
  const valves = useEndpoint(listValves, {}, { everyMs: valvesMs, enabled: !past });
  const overview = useOverview();
  const answer = past ? then : now;
  const isOther = answer.previous === true;
  const { lost } = useLink();
  const isUnknown = !past && (lost || isOld(now.fresh.atMs, everyMs, nowMs));
  const areValvesUnknown = !past && (lost || isOld(valves.fresh.atMs, valvesMs, nowMs));
  const data = isOther ? undefined : answer.data?.pages.find(({ id }) => id === page?.id)?.nodes;
  const alarms = past && !isOther ? (then.data?.alarms ?? []) : [];
  const shown = useMemo((): ReadonlyMap<string, Shown> => {
    const units = new Map((overview.data?.units ?? []).map((unit) => [unit.unitId, unit]));
    const own = valves.data?.valves ?? [];
    return new Map(
      (page?.nodes ?? []).map((node) => [
        node.id,
        {
          node,
          data: data?.find(({ id }) => id === node.id),
          units,
          valve: valveOf(node, own),
          past,
          isUnknown: isUnknown || (areValvesUnknown && node.control !== undefined),
        },
      ]),
    );
  }, [page, data, overview.data, valves.data, past, isUnknown, areValvesUnknown]);
  return { graph, page, answer, data, shown, overview, alarms, past, at, nowMs, today, timezone, shift };
};
