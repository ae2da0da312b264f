import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

export type Received = { status: number; headers: IncomingHttpHeaders; type: string; bytes: Uint8Array };

/** One question as a user, without a token as nobody, on a connection of its own. */
export const askForBytes = async (url: string, token: string | undefined): Promise<Received> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const asked = get(url, { headers, agent: false });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await response.toArray();
  const type = response.headers['content-type'] ?? '';
  return { status: response.statusCode ?? 0, headers: response.headers, type, bytes: new Uint8Array(Buffer.concat(chunks)) };
};
