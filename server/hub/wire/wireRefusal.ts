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

/** What the disk under the hub's uploads, or under PostgreSQL, said; undefined where it was something else. @param code of the system or of PostgreSQL */
export const diskRefusal = (code: string, retryAfterSeconds: number): WireRefusal | undefined => {
  const again = { retryAfterSeconds };
  if (/^(ENOSPC|EDQUOT|53100)$/.test(code)) return new WireRefusal('noRoom', 'the disk of the hub is full', again);
  if (code === 'EROFS') return new WireRefusal('hubReadOnly', 'the disk of the hub can only be read at the moment', again);
  if (/^(EIO|58030)$/.test(code)) return new WireRefusal('busy', 'the disk of the hub fails', again);
  return undefined;
};
