import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { utc } from '../api/values.ts';
import { returnUrl } from './session.ts';

const provider = z.string().trim().min(1).max(100);

const externalLogin = z.object({
  /** The provider's common name. */
  displayName: z.string(),
  loginProvider: z.string(),
});

export const externalLogins = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/ExternalLogins',
    summary: "The user's external logins, and those that could be connected",
    action: 'profile.view',
    response: z.object({
      currentLogins: z.array(
        externalLogin.extend({
          providerKey: z.string(),
          /** The user's email address at the provider. */
          email: z.string().nullable(),
          addedAt: utc,
          lastUsedAt: utc.nullable(),
          /** False if the login is the user's last way to sign in. */
          canRemove: z.boolean(),
        }),
      ),
      otherLogins: z.array(externalLogin),
    }),
  }),
  /**
   * Form of the profile: `handler=LinkLogin` connects a login, `handler=RemoveLogin` removes one. Answers with a
   * redirect.
   */
  change: defineEndpoint({
    method: 'POST',
    path: '/Profile/ExternalLogins',
    summary: "Connects an external login by a redirect to its provider, or removes one; returns to the profile's tab",
    action: 'profile.changeExternalLogins',
    form: true,
    confirmed: true,
    query: z.object({ handler: z.enum(['LinkLogin', 'RemoveLogin']) }),
    body: z.object({
      provider: provider.optional(),
      loginProvider: provider.optional(),
      providerKey: z.string().max(500).optional(),
      __RequestVerificationToken: z.string().optional(),
    }),
    errors: ['LastWayIn'],
  }),
  begin: defineEndpoint({
    method: 'POST',
    path: '/ExternalLogin',
    summary: 'Redirects to a provider for signing in',
    action: 'session.enter',
    form: true,
    body: z.object({ provider, ReturnUrl: returnUrl, __RequestVerificationToken: z.string().optional() }),
  }),
  finish: defineEndpoint({
    method: 'GET',
    path: '/signin-google',
    summary:
      "Google's redirect target; continues in the portal, at the second step, or at the sign-in page with the reason",
    action: 'session.enter',
  }),
};
export type ExternalLogins = z.infer<(typeof externalLogins)['list']['response']>;
