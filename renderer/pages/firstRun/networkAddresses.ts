/** Where other devices open the panel, of what the server says it is reached by, best first. */
export const panelAddresses = (reached: readonly string[]): string[] =>
  reached.map((address) => `https://${address.replace(/:443$/, '')}`);
