import { ApiError } from './errors.ts';
import type { Site } from './storage/work.ts';

/** The names under which a machine reaches itself. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The names under which the sandbox is reached: this machine's own, the one browsers are given, and those that were allowed
 * by name. A page of any site can have its own name lead to this machine (DNS rebinding); it gets no answer under that.
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

  /** Throws 403 for a `Host` header that is none of the names, with any port. */
  check(header: string | undefined): void {
    const [, name] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d+)?$/i.exec(header ?? '') ?? [];
    if (name !== undefined && this.#names().has(name.toLowerCase())) return;
    throw new ApiError(403, {
      type: 'invalid_request_error',
      message:
        'The sandbox is not reached under this host name. Use localhost, or allow the name with --allow-host (allowedHosts of startSandbox).',
    });
  }

  /** Sources of a content security policy: the pages that may show card fields and 3-D Secure in a frame. */
  frameAncestors(): string {
    // A policy has no word for an IPv6 address.
    const names = [...this.#names()].filter((name) => !name.startsWith('['));
    return ["'self'", ...names.flatMap((name) => [`http://${name}:*`, `https://${name}:*`])].join(' ');
  }
}
