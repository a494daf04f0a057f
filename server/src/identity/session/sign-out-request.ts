import { z } from 'zod';
import { seal, unseal } from '../../core/secrets.ts';

const sealScope = { purpose: 'sign-out', owner: 'portal' };
/** Milliseconds for which a sign-out may be under way. */
const lifetime = 10 * 60_000;

const request = z.object({ leadsTo: z.string(), until: z.number() });

/** Names a sign-out by where it leads: what nobody else can make (SES-22). @param leadsTo a path, or a product's address */
export function sealSignOut(appSecret: string, leadsTo: string, now = Date.now()): string {
  const content = JSON.stringify({ leadsTo, until: now + lifetime });
  return seal(appSecret, sealScope, Buffer.from(content)).toString('base64url');
}

/** Where a sign-out leads. Null for what the portal did not make, and after ten minutes. */
export function openSignOut(appSecret: string, requestId: string | undefined, now = Date.now()): string | null {
  if (!requestId) return null;
  try {
    const content = unseal(appSecret, sealScope, Buffer.from(requestId, 'base64url')).toString();
    const { leadsTo, until } = request.parse(JSON.parse(content));
    return now < until ? leadsTo : null;
  } catch {
    return null;
  }
}
