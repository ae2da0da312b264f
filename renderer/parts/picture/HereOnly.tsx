import { isLoopbackHost } from '../../../server/contract/model/loopbackHost.ts';
import { text } from '../../text/words.ts';

/** Said beside a link that is handed over, where it works on the server's own PC alone. */
export const HereOnly = ({ url }: { url: string }) =>
  isLoopbackHost(new URL(url).hostname) ? <p role="status">{text.page.linkHereOnly}</p> : null;
