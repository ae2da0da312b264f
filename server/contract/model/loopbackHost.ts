/** Whether a host means the machine itself: a name or an address, as it stands in a URL (with brackets), a setting or a socket. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|::1|\[::1\]|(::ffff:)?127(\.\d{1,3}){3})$/i.test(host);
