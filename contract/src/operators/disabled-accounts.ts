import { z } from 'zod';
import { account } from '../accounts/accounts.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { lineOfText, rowIdParameter } from '../api/values.ts';

const params = z.object({ id: rowIdParameter });

/** What happens to the subscriptions of an account that operators disable. `cancel`: they end with their paid periods. */
export const subscriptionChoices = ['cancel', 'end', 'keep'] as const;
export type SubscriptionChoice = (typeof subscriptionChoices)[number];

/** Locks the users of an account out, and lets them in again. */
export const disabledAccounts = {
  disable: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Accounts/{id}/Disable',
    summary:
      'Disables an account: its users cannot sign in until it is enabled again, their sessions end, and its subscriptions continue, are canceled or end',
    action: 'operator.manageAccounts',
    params,
    body: z.object({ reason: lineOfText(500, 1), subscriptions: z.enum(subscriptionChoices) }),
    response: account,
    errors: ['Conflict', 'ChangeUnderWay'],
  }),
  enable: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Accounts/{id}/Enable',
    summary: 'Enables a disabled account again, and restores the subscriptions that were canceled with it',
    action: 'operator.manageAccounts',
    params,
    body: z.object({}).optional(),
    response: account,
    errors: ['ChangeUnderWay'],
  }),
};
