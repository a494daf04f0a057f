import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { lineOfText, rowId, rowIdParameter } from '../api/values.ts';
import { actingReasonLength } from './acting-reason.ts';
import { returnUrl } from './session.ts';

const params = z.object({ userId: rowIdParameter });

/** Operators acting as a customer's user. */
export const acting = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/ActAs/{userId}',
    summary: 'A user of any account, for an operator who is about to act as that user',
    action: 'operator.actAs',
    params,
    response: z.object({ userId: rowId, name: z.string(), login: z.string(), accountName: z.string() }),
  }),
  start: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/ActAs/{userId}',
    summary: "Acts as a user for at most 60 minutes: the session becomes the user's until the operator signs out",
    action: 'operator.actAs',
    confirmed: true,
    params,
    body: z.object({
      /** The reason. The account's admins can read it. */
      reason: lineOfText(actingReasonLength.most, actingReasonLength.least),
      /** The page to which the operator returns. */
      returnUrl,
    }),
    response: z.object({ redirectUrl: z.string() }),
    errors: ['Conflict'],
  }),
};
