import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import type { ConformancePlant } from '../plants.ts';
import { accepted, refused, type Section, yesterday } from '../sentence.ts';

export type Json = Record<string, unknown>;

/** A question about one endpoint: the smallest that is answered, with parameters changed or left out. */
export const about =
  (path: string, smallest: Readonly<Record<string, string>>) =>
  (at: ConformancePlant, changed: Readonly<Record<string, string | undefined>> = {}): Promise<Reply> => {
    const kept = Object.entries({ ...smallest, ...changed }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return at.get(`${path}?${new URLSearchParams(kept)}`);
  };

export const v1 = about('/deviceData/', { date1: yesterday, category: 'source', type: 'HOUR' });

export const required = (ask: typeof v1, ...names: string[]): Section['sentences'] =>
  names.map((name) => [
    `${name} is required: 1403`,
    async (at) => refused(await ask(at, { [name]: undefined }), 1403, `${name} missing`),
  ]);

export const strictDate = (ask: typeof v1, ...names: string[]): Section['sentences'] =>
  names.map((name) => [
    `${name} is a date that exists, as DD/MM/YYYY`,
    async (at) => {
      for (const bad of ['2026-11-11', '1/11/2026', '31/02/2026', '11/13/2026', 'x'])
        refused(await ask(at, { [name]: bad }), 1403);
    },
  ]);

export const withoutStamp = (reply: Reply): Json => ({ ...accepted(reply), refreshedAt: 0, requestId: 0 });

export const same = async (one: Promise<Reply>, other: Promise<Reply>): Promise<void> => {
  const [left, right] = [withoutStamp(await one), withoutStamp(await other)];
  expect(left).toEqual(right);
};

export const unit = about('/granular/unit', { date1: yesterday, unitId: 'demo-line3' });
