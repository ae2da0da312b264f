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
