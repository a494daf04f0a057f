import type { IncomingMessage } from 'node:http';

/**
 * The target of a request as a path. Servers must also accept the absolute form (`GET http://host/path`), whose host replaces the header's (RFC
 * 9112, 3.2.2).
 */
export function toPath(request: IncomingMessage): string {
  const { url = '/' } = request;
  if (url.startsWith('/')) return url;
  const [, host, path] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined || path === undefined) return url;
  request.headers.host = host;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Whether a request names at most one host, as recipients disagree on which of several counts (RFC 9112, 3.2). Node.js refuses a missing one. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1;
}
