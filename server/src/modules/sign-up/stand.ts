import type { Locale, SignUpRegistration } from '@portico/contract';
import { NotFoundError, say } from '../../http/app-error.ts';
import { failureOf, type OperationState } from '../../operations/index.ts';
import { runRegistration } from './register.ts';
import { findRegistration, type Registration } from './registrations.queries.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { looksByAddress } from './sign-up.limits.ts';
import type { Visitor } from './visitor.ts';

/** A registration as it is now, and what it waits for. */
interface Advanced {
  readonly registration: Registration;
  readonly operation: OperationState | undefined;
}

/** Does what can be done for a registration now. Without an answer of the payment provider it stays `live`, and a job goes on with it (OPS-7). */
export async function advance(
  context: SignUpContext,
  before: Registration,
  options: { readonly abandon?: boolean } = {},
): Promise<Advanced> {
  const operation = before.state === 'live' ? await runRegistration(context, before, options) : undefined;
  return { registration: (await findRegistration(context.database.query, before.id)) ?? before, operation };
}

function present({ registration, operation }: Advanced, locale: Locale): SignUpRegistration {
  const { id, state, error, redirectUrl } = registration;
  if (state === 'succeeded') return { id, status: 'succeeded', clientSecret: null, redirectUrl, error: null };
  if (state === 'failed') {
    const { code, said } = failureOf({ error });
    return { id, status: 'failed', clientSecret: null, redirectUrl: null, error: { code, message: say(said, locale) } };
  }
  const waits = operation?.state === 'requires_action';
  return {
    id,
    status: waits ? 'requiresAction' : 'pending',
    clientSecret: (waits && operation.clientSecret) || null,
    redirectUrl: null,
    error: null,
  };
}

/** A registration for the browser that began it (SIGN-17). @throws NotFoundError for any other browser, and for none. */
export async function followRegistration(
  context: SignUpContext,
  id: string,
  visitor: Visitor,
  options: { readonly abandon?: boolean } = {},
): Promise<SignUpRegistration> {
  const { database } = context;
  await looksByAddress.take(database, visitor.addressKey);
  const registration = await findRegistration(database.query, id);
  if (!registration?.visitorHash.equals(visitor.hash)) throw new NotFoundError();
  return present(await advance(context, registration, options), visitor.locale);
}
