import type { z } from 'zod';

/** JSON columns are parsed with their schema on the way in and out; inside the border types are trusted. */
export const toJson = (value: unknown): string => JSON.stringify(value);
export const fromJson = <S extends z.ZodType>(schema: S, text: string): z.output<S> => schema.parse(JSON.parse(text));

export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);
export const fromFlag = (value: number): boolean => value === 1;
