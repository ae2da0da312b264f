export type Received = { status: number; headers: Headers; type: string; bytes: Uint8Array };

/** One question as a user; without a token as nobody. */
export const askForBytes = async (url: string, token: string | undefined): Promise<Received> => {
  const response = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  const { status, headers } = response;
  return { status, headers, type: headers.get('content-type') ?? '', bytes: new Uint8Array(await response.arrayBuffer()) };
};
