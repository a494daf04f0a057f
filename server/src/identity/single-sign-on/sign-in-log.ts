import { type SsoSignIn, ssoFailures } from '@portico/contract';
import { z } from 'zod';
import { NotFoundError } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { findSettings } from '../external-providers/settings.ts';
import { listSignIns, type SignInRow } from './sign-in-log.queries.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

const outcome = z.enum(['signedIn', 'created', 'refused']);
// A failure code of another version is shown in the provider's words only.
const failure = z.enum(ssoFailures).nullable().catch('other');

/** The last 100 sign-ins with a provider, the newest first (SSO-29). @throws NotFoundError also for another account's */
export async function listProviderSignIns(
  context: SingleSignOnContext & RequestContext,
  id: number,
): Promise<{ items: SsoSignIn[] }> {
  const { database, accountId } = context;
  const settings = await findSettings(context, { id, accountId });
  if (!settings) throw new NotFoundError();
  return { items: (await listSignIns(database.query, id)).map(present) };
}

function present(row: SignInRow): SsoSignIn {
  return {
    id: row.id,
    at: row.at.toISOString(),
    email: row.email,
    userId: row.userId,
    outcome: outcome.parse(row.outcome),
    failure: failure.parse(row.failure),
    providerSays: row.providerText === null ? null : { code: row.providerCode, text: row.providerText },
    areGroupsLeftOut: row.groupsLeftOut,
    address: row.address,
  };
}
