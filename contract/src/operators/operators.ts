import { z } from 'zod';
import { verification } from '../accounts/users.ts';
import { emailAddress } from '../api/email-address.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { lineOfText, listQuery, listSchema, rowId, rowIdParameter, utc } from '../api/values.ts';

const operatorSortFields = ['email', 'lastLoginDate'] as const;
export type OperatorSortField = (typeof operatorSortFields)[number];

/** A user of the vendor's staff. */
const operator = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  /** Whether the operator is the caller. Operators cannot change themselves here (OPR-10). */
  isSelf: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Null before the first sign-in. */
  lastLoginDate: utc.nullable(),
});
export type Operator = z.infer<typeof operator>;

const newOperator = z.object({
  email: emailAddress(200),
  firstName: lineOfText(100, 1),
  lastName: lineOfText(100).default(''),
});
export type NewOperatorInput = z.input<typeof newOperator>;

const params = z.object({ id: rowIdParameter });

/** The vendor's staff, managed by the staff (OPR-11). */
export const operators = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Operators',
    summary: 'The operators, with second factor and last login',
    action: 'operator.operators',
    query: listQuery(operatorSortFields, { sortField: 'email', order: 'asc' }).extend({
      /** Part of a login, an email address or a name, ignoring case. */
      textFilter: z.string().trim().max(200).default(''),
    }),
    response: listSchema(operator),
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Operators',
    summary: 'Adds an operator, who gets an invitation by mail',
    action: 'operator.manageOperators',
    confirmed: true,
    body: newOperator,
    response: z.object({ id: rowId }),
  }),
  activate: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Operators/{id}/Activate',
    summary: 'Activates an operator again',
    action: 'operator.manageOperators',
    confirmed: true,
    params,
    response: operator,
  }),
  deactivate: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Operators/{id}/Deactivate',
    summary:
      'Deactivates an operator and ends their sessions; refused for the caller and for the last operator who can sign in',
    action: 'operator.manageOperators',
    confirmed: true,
    params,
    response: operator,
    errors: ['Conflict'],
  }),
  resetSecondFactor: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Operators/{id}/ResetSecondFactor',
    summary: "Removes another operator's second factors and recovery codes and ends their sessions",
    action: 'operator.manageOperators',
    confirmed: true,
    params,
    body: verification,
    response: operator,
  }),
};
