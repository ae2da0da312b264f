import { z } from 'zod';

const statement = z.object({ industries: z.array(z.object({ id: z.string(), closedTo: z.string().nullable() })) });

/** Last closed day (YYYY-MM-DD, null before the first) of each industry by its id, as a plant's signed statement says. @throws where the text is no statement */
export const closedDaysIn = (body: string): ReadonlyMap<string, string | null> =>
  new Map(statement.parse(JSON.parse(body)).industries.map(({ id, closedTo }) => [id, closedTo]));
