import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { listOf, pageQuery, rowId } from './values.ts';

/** Customer organizations, as operators see them. */
export const accounts = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Accounts',
    summary: 'The accounts by name',
    action: 'operator.accounts',
    query: pageQuery({ pageSize: 20, max: 100 }).extend({
      /** Part of a name, in any case. */
      textFilter: z.string().trim().max(200).default(''),
    }),
    response: listOf(z.object({ id: rowId, name: z.string() })),
  }),
};
