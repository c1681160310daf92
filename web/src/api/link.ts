/** The guest's link by which this page was opened, if any. Each request and the socket carry it. */

const found = /^\/guest\/([a-z0-9]{6,32})\/([\w-]{10,60})\/?$/.exec(location.pathname);

export const link = found ? { match: found[1]!, token: found[2]! } : null;

/** The headers that carry the link. */
export const linkHeaders: Record<string, string> = link ? { Authorization: `Guest ${link.match}.${link.token}` } : {};

/** The subprotocols of a socket that carry the link; an address might be logged. */
export const linkProtocols: string[] = link ? ["playout", `guest.${link.match}.${link.token}`] : [];
