import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { returnUrl } from '../identity/session.ts';

/** Documents with parameters that the server reads. */
export const pages = {
  signOut: defineEndpoint({
    method: 'GET',
    path: '/logout',
    summary: 'The page that signs out of the products, and of the portal where there still is a session',
    action: 'session.signOut',
    duringSetup: true,
    query: z.object({
      /** Names a sign-out that the portal began: where it leads. */
      request_id: z.string().max(4_000).optional(),
      ReturnUrl: returnUrl,
    }),
  }),
};
