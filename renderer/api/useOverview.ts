import { useEffect } from 'react';
import { type Overview, plantOverview } from '../../server/contract/plant/overview.ts';
import { useServices } from '../state/services.ts';
import { type Answer, useEndpoint } from './useEndpoint.ts';

/** Every unit at a glance; its latest values also seed the live ones, which the socket then keeps fresh. */
export const useOverview = (): Answer<Overview> => {
  const { values } = useServices();
  const overview = useEndpoint(plantOverview, {}, { everyMs: 30_000 });
  const { data } = overview;
  useEffect(() => {
    if (data !== undefined)
      values.take(
        data.units.flatMap(({ unitId, params }) =>
          // what cannot be read now is shown as it last was, with its age
          params.map((param) => ({ ...param, value: param.value ?? param.lastValue ?? null, unitId })),
        ),
      );
  }, [data, values]);
  return overview;
};
