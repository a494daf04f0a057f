import type { Locale, SignUpRegistration } from '@portico/contract';
import { NotFoundError, say } from '../../http/app-error.ts';
import { failureOf } from '../../operations/index.ts';
import { toFormError } from './form-errors.ts';
import { runRegistration } from './register.ts';
import { findRegistration, type Registration } from './registrations.queries.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { looksByAddress } from './sign-up.limits.ts';
import type { Visitor } from './visitor.ts';

/**
 * How a registration stands, after what can be done for it was done. Without an answer of the payment provider it stays `pending`, and a job goes on with
 * it (OPS-7).
 */
export async function standOf(
  context: SignUpContext,
  registration: Registration,
  locale: Locale,
  options: { readonly abandon?: boolean } = {},
): Promise<SignUpRegistration> {
  const { database } = context;
  const operation = registration.state === 'live' ? await runRegistration(context, registration, options) : undefined;
  const now = (await findRegistration(database.query, registration.id)) ?? registration;
  const { id, state, error, redirectUrl } = now;
  if (state === 'succeeded') return { id, status: 'succeeded', clientSecret: null, redirectUrl, error: null };
  if (state === 'failed') {
    const { code, said, propertyErrors = {} } = toFormError(failureOf({ error }));
    const messages = Object.entries(propertyErrors).map(([name, all]) => [name, all.map((one) => say(one, locale))]);
    return {
      id,
      status: 'failed',
      clientSecret: null,
      redirectUrl: null,
      error: { code, message: say(said, locale), propertyErrors: Object.fromEntries(messages) },
    };
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
  return standOf(context, registration, visitor.locale, options);
}
