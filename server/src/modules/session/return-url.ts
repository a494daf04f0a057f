/**
 * Where a `ReturnUrl` may lead: a path of this portal, or an address of a registered product (SES-12). Everything else,
 * `//evil`, `/\evil` and `javascript:` among it, leads to `/`.
 * @param linkedOrigins origins of the registered products, such as `https://scan.veriscan.example`.
 * @returns a path that begins with one slash, or an absolute http(s) address of a linked origin.
 */
export function safeReturnUrl(
  candidate: string | null | undefined,
  publicUrl: string,
  linkedOrigins: readonly string[],
): string {
  // Browsers drop control characters, and read backslashes as slashes: neither has a place in an address of ours.
  if (!candidate || /[\p{Cc}\\\s]/u.test(candidate) || hasHiddenSlashes(candidate)) return '/';
  if (candidate.startsWith('/')) {
    if (candidate.startsWith('//')) return '/';
    const base = 'http://portal.invalid';
    const url = URL.parse(candidate, base);
    // A path such as `/.//evil` is normalised to `//evil`.
    if (!url || url.origin !== base || url.pathname.startsWith('//')) return '/';
    return url.pathname + url.search + url.hash;
  }
  // `https:evil` is an address to URL.parse, and a relative path to some browsers.
  if (!/^https?:\/\/[^/]/i.test(candidate)) return '/';
  const url = URL.parse(candidate);
  if (!url || url.username || url.password) return '/';
  if (url.origin === publicUrl) return safeReturnUrl(url.pathname + url.search + url.hash, publicUrl, []);
  return linkedOrigins.includes(url.origin) ? url.href : '/';
}

/** Encoded slashes, backslashes or control characters at the beginning, for whoever decodes once more on the way. */
function hasHiddenSlashes(candidate: string): boolean {
  let decoded = candidate;
  for (let round = 0; round < 3; round += 1) {
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      return false;
    }
    if (/^(?:[\p{Cc}\s]|\/[/\\\p{Cc}\s]|\\)/u.test(decoded)) return true;
  }
  return false;
}
