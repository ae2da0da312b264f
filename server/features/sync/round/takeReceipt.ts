import { publicKeyOf } from '../../../bundle/keys.ts';
import type { SignedText } from '../../../contract/hub/signing.ts';
import { Failure } from '../../../core/fail.ts';
import type { HubRow, SyncStore } from '../syncStore.ts';
import { compareReceipt, readReceipt, readStatement } from './proof.ts';

/** Keeps a receipt that came by stick. @throws Failure `badRequest` where it is not one of this hub for something that the plant stated. */
export const takeReceipt = (store: SyncStore, hub: HubRow, signed: SignedText): void => {
  const receipt = readReceipt(signed, publicKeyOf('ed25519', Buffer.from(hub.key, 'base64url')));
  const stated = receipt && store.statement(receipt.statementSeq);
  const compared = receipt && stated && compareReceipt(readStatement(stated.text), receipt);
  if (!compared) throw new Failure('badRequest', 'This is no receipt of this plant’s hub for something that it stated');
  store.addReceipt(receipt.statementSeq, signed, compared.days);
};
