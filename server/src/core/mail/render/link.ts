/**
 * The absolute address of a page of the portal. Only `PUBLIC_URL` determines the origin, whatever host a request had
 * (MAIL-6).
 * @throws Error for a path to another origin.
 */
export function linkTo(publicUrl: string, path: string): string {
  const origin = new URL(publicUrl).origin;
  const link = URL.parse(path, origin);
  if (!path.startsWith('/') || link?.origin !== origin) throw new Error('A message may link only to the portal');
  return link.href;
}
