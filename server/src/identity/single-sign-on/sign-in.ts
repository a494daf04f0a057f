import type { FastifyReply, FastifyRequest } from 'fastify';
import { readRequestOrigin } from '../../core/http/request-origin.ts';
import { seal } from '../../core/secrets.ts';
import { isProviderActive } from '../external-providers/external-providers.queries.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { AccountDisabledError } from '../session/session.errors.ts';
import { isLeftOutMailDue, mailGroupsLeftOut, mailPersonKnownOtherwise } from './admin-mails.ts';
import { diagnose } from './diagnosis.ts';
import { type Diagnosis, SsoError } from './failures.ts';
import type { ReturnedFlow } from './flows.ts';
import { redeemIdentity, type SsoIdentity } from './identity.ts';
import { applyMappings } from './mappings.ts';
import { getClient } from './openid-client.ts';
import { type ProvisionedUser, SsoSignInRefused, signInOrProvisionUser } from './people.ts';
import { insertSignIn } from './sign-in-log.queries.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';
import { insertSsoSession } from './sso-sessions.queries.ts';
import { idTokenSealScope } from './sso-sessions.ts';

/** A refused sign-in: the reason, and the page it was for. */
export class SignInRefused extends Error {
  override name = 'SignInRefused';
  readonly diagnosis: Diagnosis;
  readonly returnUrl: string;

  constructor(diagnosis: Diagnosis, { returnUrl, cause }: { readonly returnUrl: string; readonly cause: unknown }) {
    super(diagnosis.failure, { cause });
    this.diagnosis = diagnosis;
    this.returnUrl = returnUrl;
  }
}

/**
 * Signs in after a provider redirected back, in one transaction with finding or creating the user (SSO-27). The provider's log records every outcome
 * (SSO-29). @returns the page to open @throws SignInRefused; AccountDisabledError
 */
export async function finishSignIn(
  context: SingleSignOnContext,
  settings: ProviderSettings,
  flow: ReturnedFlow,
  { http, reply }: Exchange,
): Promise<string> {
  const identity = await getClient(settings, context.config)
    .then((client) => redeemIdentity(client, settings, flow.returned, flow))
    .catch((error: unknown) =>
      refuse(context, settings, {
        error,
        http,
        email: null,
        returnUrl: flow.returnUrl,
        secrets: [flow.codeVerifier, flow.returned.searchParams.get('code') ?? ''],
      }),
    );
  const { email } = identity;
  return enterAs(context, settings, { identity, returnUrl: flow.returnUrl }, { http, reply }).catch(
    async (error: unknown) => {
      if (error instanceof SsoSignInRefused) {
        if (error.failure === 'personKnownOtherwise' && error.userId !== null)
          await mailPersonKnownOtherwise(context, settings, identity, error.userId);
        return refuse(context, settings, { error, http, email, returnUrl: flow.returnUrl });
      }
      if (error instanceof AccountDisabledError)
        await recordRefusal(context, settings, { error: new SsoError('accountDisabled'), http, email });
      throw error;
    },
  );
}

interface Exchange {
  readonly http: FastifyRequest;
  readonly reply: FastifyReply;
}

interface Refused {
  readonly error: unknown;
  readonly http: FastifyRequest;
  readonly email: string | null;
  /** Values besides the client secret that a provider may repeat and nobody may read: the code and its verifier. */
  readonly secrets?: readonly string[];
}

interface Refusal extends Refused {
  readonly returnUrl: string;
}

/** Records a refusal, as `recordRefusal` does. @throws SignInRefused */
export async function refuse(
  context: Pick<SingleSignOnContext, 'database' | 'audit'>,
  settings: ProviderSettings,
  { returnUrl, ...refused }: Refusal,
): Promise<never> {
  const diagnosis = await recordRefusal(context, settings, refused);
  throw new SignInRefused(diagnosis, { returnUrl, cause: refused.error });
}

/** Records a refusal in the provider's log, and in the audit log if the provider confirmed the identity (SSO-29). @returns the diagnosis */
export async function recordRefusal(
  { database, audit }: Pick<SingleSignOnContext, 'database' | 'audit'>,
  { id: providerId, accountId, name, clientSecret }: ProviderSettings,
  { error, http, email, secrets = [] }: Refused,
): Promise<Diagnosis> {
  const diagnosis = diagnose(error, [clientSecret, ...secrets]);
  const { failure, providerSays } = diagnosis;
  const { address, requestId } = readRequestOrigin(http);
  const userId = error instanceof SsoSignInRefused ? error.userId : null;
  await database.transaction(async (transaction) => {
    await insertSignIn(transaction, {
      providerId,
      email,
      userId,
      outcome: 'refused',
      failure,
      providerCode: providerSays?.code ?? null,
      providerText: providerSays?.text ?? null,
      groupsLeftOut: false,
      address,
    });
    if (!(error instanceof SsoSignInRefused)) return;
    const detail = { provider: name, failure, email };
    await audit.record({ kind: 'ssoRefused', accountId, userId, detail, address, requestId }, transaction);
  });
  return diagnosis;
}

async function enterAs(
  context: SingleSignOnContext,
  settings: ProviderSettings,
  { identity, returnUrl }: { readonly identity: SsoIdentity; readonly returnUrl: string },
  { http, reply }: Exchange,
): Promise<string> {
  const { config, sessions } = context;
  const { email, sid, idToken, authenticatedAt } = identity;
  const origin = readRequestOrigin(http);
  const { isRoleUnknown, areProductsUnknown } = applyMappings(
    settings.claimMappings,
    identity.claims,
    identity.unknownClaims,
  );
  const groupsLeftOut = isRoleUnknown || areProductsUnknown;
  const isMailDue = groupsLeftOut && (await isLeftOutMailDue(context, settings, identity));
  let admitted: ProvisionedUser | undefined;
  return sessions.beginVouchedSession(http, reply, {
    proof: 'sso',
    // A provider that does not say when the user signed in confirms nothing.
    confirmedAt: authenticatedAt ?? new Date(0),
    returnUrl,
    identify: async (transaction) => {
      admitted = await signInOrProvisionUser(context, transaction, { settings, identity, origin, locale: http.locale });
      return admitted.userId;
    },
    onBegun: async (transaction, sessionPublicId) => {
      const { identityId, userId, isNew } = admitted as ProvisionedUser;
      await insertSsoSession(transaction, {
        sessionPublicId,
        providerId: settings.id,
        identityId,
        providerSession: sid,
        idToken: seal(config.appSecret, idTokenSealScope(sessionPublicId), Buffer.from(idToken)),
      });
      // The insertion waited for a concurrent change of the provider, which may have disabled it (SSO-15).
      if (!(await isProviderActive(transaction, settings.id))) throw new SsoError('providerDisabled');
      const outcome = isNew ? 'created' : 'signedIn';
      await insertSignIn(transaction, {
        ...noWords,
        providerId: settings.id,
        email,
        userId,
        outcome,
        groupsLeftOut,
        address: origin.address,
      });
      if (isMailDue) await mailGroupsLeftOut(context, transaction, settings);
    },
  });
}

const noWords = { failure: null, providerCode: null, providerText: null } as const;
