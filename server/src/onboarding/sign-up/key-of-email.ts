import { createHash } from 'node:crypto';

/** What limits of one mail address count by: the address itself is not kept beside a limit. */
export function keyOfEmail(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}
