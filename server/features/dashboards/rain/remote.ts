import { z } from 'zod';
import { OWN_CONNECTION } from '../../../contract/process/connection.ts';
import { Failure } from '../../../core/fail.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { type DayRain, MOST_MM_PER_DAY, readRainCsv } from './historyCsv.ts';

/** A service of daily rain that the site's headworks.json allows. */
export type RemoteRain = {
  /** With {lat}, {lon}, {from} and {to} (YYYY-MM-DD) in it. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** csv: rows of date and mm; json: `daily.time` and `daily.precipitation_sum`, the form of Open-Meteo and its kind. */
  format: 'csv' | 'json';
  timeoutMs: number;
  maxBytes: number;
};

export type RemoteAsk = { lat: number; lon: number; fromDay: number; toDay: number; signal: AbortSignal };

const dailyJson = z.object({
  daily: z.object({
    time: z.array(z.iso.date()),
    precipitation_sum: z.array(z.number().min(0).max(MOST_MM_PER_DAY).nullable()),
  }),
});

const unavailable = (message: string, cause?: unknown): Failure =>
  new Failure('unavailable', `The remote source of rain ${message}`, { cause });

/**
 * Daily rain of a place; days it does not know are left out.
 * @throws Failure `unavailable` when it does not answer in time, answers too much, or anything else than daily rain.
 */
export const fetchRain = async (remote: RemoteRain, { lat, lon, fromDay, toDay, signal }: RemoteAsk): Promise<DayRain[]> => {
  const given: Record<string, string> = {
    lat: String(lat),
    lon: String(lon),
    from: dateOfDay(fromDay),
    to: dateOfDay(toDay),
  };
  const url = remote.url.replace(/\{(lat|lon|from|to)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  const text = await load(url, remote, signal);
  return remote.format === 'csv' ? fromCsv(text) : fromJson(text);
};

const load = async (url: string, { headers, timeoutMs, maxBytes }: RemoteRain, signal: AbortSignal): Promise<string> => {
  try {
    const response = await fetch(url, {
      headers: { ...headers, ...OWN_CONNECTION },
      // a service that moved is not the one that was allowed
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw unavailable(`answered ${response.status}`);
    }
    return await limitedText(response, maxBytes);
  } catch (error) {
    if (error instanceof Failure) throw error;
    signal.throwIfAborted();
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw unavailable(isLate ? `did not answer within ${timeoutMs} ms` : 'could not be reached', error);
  }
};

const limitedText = async (response: Response, maxBytes: number): Promise<string> => {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    // leaving the loop cancels the rest
    if (bytes > maxBytes) throw unavailable(`answered more than ${maxBytes} bytes`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
};

const fromCsv = async (text: string): Promise<DayRain[]> => {
  const { days, faults } = await readRainCsv(text);
  if (faults[0]) throw unavailable(`answered a CSV that cannot be read: ${faults[0].message}`);
  return days;
};

const fromJson = (text: string): DayRain[] => {
  let read: z.infer<typeof dailyJson>;
  try {
    read = dailyJson.parse(JSON.parse(text));
  } catch (error) {
    throw unavailable('answered something else than daily rain', error);
  }
  const { time, precipitation_sum: amounts } = read.daily;
  if (time.length !== amounts.length) throw unavailable('answered another number of days than of amounts');
  return time.flatMap((date, at) => {
    const mm = amounts[at] ?? null;
    return mm === null ? [] : [{ day: dayNumber(date), mm }];
  });
};
