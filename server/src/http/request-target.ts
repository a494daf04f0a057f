import type { IncomingMessage } from 'node:http';

/**
 * The target of a request as a path. A whole address (`GET http://host/path`) is asked of proxies, and has to be understood by servers as well
 * (RFC 9112, 3.2.2); its host then counts instead of the header's.
 */
export function toPath(request: IncomingMessage): string {
  const { url = '/' } = request;
  if (url.startsWith('/')) return url;
  const [, host, path] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined || path === undefined) return url;
  request.headers.host = host;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Whether a request names at most one host; which one would count is a matter of opinion otherwise (RFC 9112, 3.2). Node.js refuses a missing one. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1;
}
