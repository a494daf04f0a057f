import { z } from 'zod';
import { seal, unseal } from '../../core/secrets.ts';

const sealScope = { purpose: 'sign-out', owner: 'portal' };
/** Maximum duration of a sign-out in milliseconds. */
const lifetime = 10 * 60_000;

const request = z.object({ leadsTo: z.string(), until: z.number() });

/** Creates the id of a sign-out, which only the portal can make (SES-22). @param leadsTo a path, or a product's address */
export function sealSignOut(appSecret: string, leadsTo: string, now = Date.now()): string {
  const content = JSON.stringify({ leadsTo, until: now + lifetime });
  return seal(appSecret, sealScope, Buffer.from(content)).toString('base64url');
}

/** The target of a sign-out; null if the portal did not create the id, or after ten minutes. */
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
