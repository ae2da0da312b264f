import type { UpdateRefusal } from '../../server/contract/process/updates.ts';

/** Why an update is not taken, by its code and in one sentence for a person. */
export class BundleRefused extends Error {
  readonly code: UpdateRefusal;

  constructor(code: UpdateRefusal, reason: string) {
    super(reason);
    this.code = code;
  }
}

export const refuse = (code: UpdateRefusal, reason: string): never => {
  throw new BundleRefused(code, reason);
};

export type Refused = { kind: 'refused'; code: UpdateRefusal; reason: string };

export const refusedBy = (error: unknown): Refused =>
  error instanceof BundleRefused
    ? { kind: 'refused', code: error.code, reason: error.message }
    : { kind: 'refused', code: 'unreadable', reason: 'what this program keeps of updates cannot be read or written' };
