import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { currentUser } from './preloaded.ts';

const returnUrl = z.string().max(2000).optional();

/** The field names are fixed (SES-10). */
export const signInInput = z.object({
  userName: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1000),
  RememberMe: z.union([z.boolean(), z.enum(['true', 'false', 'on', ''])]).optional(),
  ReturnUrl: returnUrl,
  __RequestVerificationToken: z.string().optional(),
});

export const session = {
  signIn: defineEndpoint({
    method: 'POST',
    path: '/LoginWithMFA',
    summary: 'Signs in with a login or e-mail and a password',
    action: 'session.signIn',
    form: true,
    body: signInInput,
    response: z.object({ redirectUrl: z.string() }),
    errors: ['InvalidCredentials', 'TooManyRequests'],
  }),
  signOut: defineEndpoint({
    method: 'POST',
    path: '/signout',
    summary: 'Ends the session and leads to the sign-in page',
    action: 'session.signOut',
    form: true,
    body: z.object({ __RequestVerificationToken: z.string().optional() }).optional(),
    response: z.object({ redirectUrl: z.string() }),
  }),
  getCurrentUser: defineEndpoint({
    method: 'GET',
    path: '/api/User/Current',
    summary: 'The signed-in user',
    action: 'session.view',
    response: currentUser,
  }),
};
