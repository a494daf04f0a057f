/**
 * The address of a page of the portal. `PUBLIC_URL` alone decides about the origin, whatever host a request came to (MAIL-6).
 * @throws Error for a path that leads elsewhere.
 */
export function linkTo(publicUrl: string, path: string): string {
  const origin = new URL(publicUrl).origin;
  const link = URL.parse(path, origin);
  if (!path.startsWith('/') || link?.origin !== origin) throw new Error('A message links to the portal alone');
  return link.href;
}
