/** The link by which this page was opened, if it is a guest's. It goes along with each request and with the socket. */

const found = /^\/guest\/([a-z0-9]{6,32})\/([\w-]{10,60})\/?$/.exec(location.pathname);

export const link = found ? { match: found[1]!, token: found[2]! } : null;

/** The headers that tell the server of it. */
export const linkHeaders: Record<string, string> = link ? { Authorization: `Guest ${link.match}.${link.token}` } : {};

/** The subprotocols of a socket that tell the server of it: an address might be written down. */
export const linkProtocols: string[] = link ? ["playout", `guest.${link.match}.${link.token}`] : [];
