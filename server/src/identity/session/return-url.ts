/**
 * Returns a `ReturnUrl` if it is a path of this portal or an address of a registered product, otherwise `/` (SES-12).
 * For example, `//evil`, `/\evil` and `javascript:` become `/`.
 * @param linkedOrigins origins of the registered products
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
  // URL.parse reads `https:evil` as an absolute address, some browsers as a relative path.
  if (!/^https?:\/\/[^/]/i.test(candidate)) return '/';
  const url = URL.parse(candidate);
  if (!url || url.username || url.password) return '/';
  if (url.origin === publicUrl) return safeReturnUrl(url.pathname + url.search + url.hash, publicUrl, []);
  return linkedOrigins.includes(url.origin) ? url.href : '/';
}

/** Whether the address begins with encoded slashes, backslashes or control characters, which a proxy may decode. */
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
