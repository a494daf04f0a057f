import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../core/db/database.ts';
import { cookieName } from '../../core/http/cookie-name.ts';
import { hashSecret, newSecret } from '../../core/secrets.ts';
import { findIdentity, insertIdentity, type SignUpIdentity } from './identities.queries.ts';

/** Seconds for which a browser may sign up with an external login (SIGN-14). */
const identitySeconds = 60 * 60;

interface IdentityContext {
  readonly database: Pick<Database, 'query'>;
  readonly publicUrl: string;
}

/** The cookie that links the browser to the identity. */
function identityCookie({ publicUrl }: Pick<IdentityContext, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:');
  return {
    name: cookieName('portico_sign_up', secure),
    options: { path: '/', sameSite: 'lax', httpOnly: true, secure },
  } as const;
}

/** Stores the identity of a visitor who returned from a provider, for the browser's next form. */
export async function rememberIdentityForSignUp(
  context: IdentityContext,
  reply: FastifyReply,
  { provider, issuer, subject, email, firstName, lastName }: SignUpIdentity,
): Promise<void> {
  const token = newSecret();
  const lifeSeconds = identitySeconds;
  await insertIdentity(context.database.query, {
    provider,
    issuer,
    subject,
    email,
    firstName,
    lastName,
    tokenHash: hashSecret(token),
    lifeSeconds,
  });
  const { name, options } = identityCookie(context);
  reply.setCookie(name, token, { ...options, maxAge: lifeSeconds });
}

/** The external identity of this browser, or undefined. */
export async function readIdentity(
  context: IdentityContext,
  request: FastifyRequest,
): Promise<SignUpIdentity | undefined> {
  const token = request.cookies[identityCookie(context).name];
  return token ? findIdentity(context.database.query, hashSecret(token)) : undefined;
}

/** Removes the identity's cookie after the registration. */
export function clearIdentity(context: Pick<IdentityContext, 'publicUrl'>, reply: FastifyReply): void {
  const { name, options } = identityCookie(context);
  reply.clearCookie(name, options);
}
