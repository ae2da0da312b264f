import { feedAddress } from '../../../server/contract/process/updates.ts';
import { refuse } from '../refusal.ts';

/**
 * The address below which the files of a feed are.
 * @throws BundleRefused for what a person or a program wrote that is none, or that holds a password
 */
export const baseOf = (address: string): URL => {
  const parsed = feedAddress.safeParse(address);
  if (!parsed.success || parsed.data === '') return refuse('badAddress', 'the address of the feed is none of http or https');
  const url = new URL(parsed.data);
  if (url.username || url.password || url.search || url.hash)
    return refuse('badAddress', 'the address of the feed has more than a host and a path');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
};
