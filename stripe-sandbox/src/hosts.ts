import { ApiError } from './errors.ts';
import type { Site } from './storage/work.ts';

/** The names of this machine for itself. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The host names that the sandbox accepts: this machine's, the one of `browserBase`, and the allowed ones. Any other
 * name is rejected, because a page can make its own name resolve to this machine (DNS rebinding).
 */
export class Hosts {
  readonly #site: Site;
  readonly #allowed: Set<string>;
  #known: { browserBase: string; names: Set<string> };

  constructor(site: Site, allowed: string[]) {
    this.#site = site;
    this.#allowed = new Set([...LOOPBACK, ...allowed.map((name) => name.toLowerCase())]);
    this.#known = { browserBase: '', names: this.#allowed };
  }

  #names(): Set<string> {
    const { browserBase } = this.#site;
    if (browserBase !== this.#known.browserBase) {
      const own = URL.canParse(browserBase) ? [new URL(browserBase).hostname] : [];
      this.#known = { browserBase, names: new Set([...this.#allowed, ...own]) };
    }
    return this.#known.names;
  }

  /** Throws 403 for a `Host` header that is not one of the names, with any port. */
  check(header: string | undefined): void {
    const [, name] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d+)?$/i.exec(header ?? '') ?? [];
    if (name !== undefined && this.#names().has(name.toLowerCase())) return;
    throw new ApiError(403, {
      type: 'invalid_request_error',
      message:
        'The sandbox is not reached under this host name. Use localhost, or allow the name with --allow-host (allowedHosts of startSandbox).',
    });
  }

  /** Content security policy sources of the pages that may frame card fields and 3-D Secure. */
  frameAncestors(): string {
    // A policy cannot contain an IPv6 address.
    const names = [...this.#names()].filter((name) => !name.startsWith('['));
    return ["'self'", ...names.flatMap((name) => [`http://${name}:*`, `https://${name}:*`])].join(' ');
  }
}
