import type { Locale, SignUpRegistration } from '@portico/contract';
import { NotFoundError, say } from '../../core/http/app-error.ts';
import { type OperationState, toOperationError } from '../../core/operations/index.ts';
import { runRegistration } from './register.ts';
import { findRegistration, type Registration } from './registrations.queries.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { lookupsByAddress } from './sign-up.limits.ts';
import type { Visitor } from './visitor.ts';

/** A registration and the operation that it waits for. */
interface AdvancedRegistration {
  readonly registration: Registration;
  readonly operation: OperationState | undefined;
}

/** Runs a live registration as far as possible. If the payment provider does not answer, it stays `live` and a job continues it (OPS-7). */
export async function advanceRegistration(
  context: SignUpContext,
  before: Registration,
  options: { readonly abandon?: boolean } = {},
): Promise<AdvancedRegistration> {
  const operation = before.state === 'live' ? await runRegistration(context, before, options) : undefined;
  return { registration: (await findRegistration(context.database.query, before.id)) ?? before, operation };
}

function presentRegistration({ registration, operation }: AdvancedRegistration, locale: Locale): SignUpRegistration {
  const { id, state, error, redirectUrl } = registration;
  if (state === 'succeeded') return { id, status: 'succeeded', clientSecret: null, redirectUrl, error: null };
  if (state === 'failed') {
    const { code, said } = toOperationError({ error });
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

/** The state of a registration for the browser that began it (SIGN-17). @throws NotFoundError for other browsers and unknown ids */
export async function followRegistration(
  context: SignUpContext,
  id: string,
  visitor: Visitor,
  options: { readonly abandon?: boolean } = {},
): Promise<SignUpRegistration> {
  const { database } = context;
  await lookupsByAddress.take(database, visitor.addressKey);
  const registration = await findRegistration(database.query, id);
  if (!registration?.visitorHash.equals(visitor.hash)) throw new NotFoundError();
  return presentRegistration(await advanceRegistration(context, registration, options), visitor.locale);
}
