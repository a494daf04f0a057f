/**
 * Returns a `ReturnUrl` that is a path of this portal or an address of a registered product (SES-12). Anything else, such as `//evil`, `/\evil` or
 * `javascript:`, becomes `/`.
 * @param linkedOrigins origins of the registered products, such as `https://scan.veriscan.example`.
 * @returns a path that begins with one slash, or an absolute http(s) address of a linked origin.
 */
export function safeReturnUrl(
  candidate: string | null | undefined,
  publicUrl: string,
  linkedOrigins: readonly string[],
): string {
  // Browsers drop control characters and read backslashes as slashes, so addresses with either are rejected.
  if (!candidate || /[\p{Cc}\\\s]/u.test(candidate) || hasHiddenSlashes(candidate)) return '/';
  if (candidate.startsWith('/')) {
    if (candidate.startsWith('//')) return '/';
    const base = 'http://portal.invalid';
    const url = URL.parse(candidate, base);
    // A path such as `/.//evil` is normalized to `//evil`.
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

/** Whether encoded slashes, backslashes or control characters come first. A program on the way may decode the address again. */
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
