import type { HubErrorBody, HubErrorCode } from '../../contract/hub/errors.ts';

type More = Partial<Omit<HubErrorBody, 'status' | 'code' | 'message'>>;

/** How a plant's request is refused; it travels to the plant, signed. */
export class WireRefusal extends Error {
  override readonly name = 'WireRefusal';
  readonly code: HubErrorCode;
  readonly more: More;

  constructor(code: HubErrorCode, message: string, more: More = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}

/** Before what does not answer, or has no room, is asked again. */
export const RETRY_SECONDS = 30;
const READ_ONLY = '25006';

/** What the disk under the hub's uploads, or PostgreSQL, said; undefined where the hub itself failed. */
export const storeRefusal = (error: unknown): WireRefusal | undefined => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const again = { retryAfterSeconds: RETRY_SECONDS };
  if (/^(ENOSPC|EDQUOT|53100)$/.test(code)) return new WireRefusal('noRoom', 'the disk of the hub is full', again);
  if (code === 'EROFS') return new WireRefusal('hubReadOnly', 'the disk of the hub can only be read at the moment', again);
  if (/^(EIO|58030)$/.test(code)) return new WireRefusal('busy', 'the disk of the hub fails', again);
  if (code === READ_ONLY) return new WireRefusal('hubReadOnly', 'the store of the hub can only be read at the moment', again);
  return undefined;
};
