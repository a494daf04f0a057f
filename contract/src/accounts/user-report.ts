import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { reportFormat } from '../api/values.ts';
import { users } from './users.ts';

/** The list of users as a file. */
export const userReport = {
  report: defineEndpoint({
    method: 'GET',
    path: '/Reports/CustomerUsersReport',
    summary: 'The users as a CSV file, with the filters and the order of the list',
    action: 'users.view',
    /** `csv` is the only format. Any other is reported as an error of the report. */
    query: users.list.query.extend({ format: z.string().max(20).default('csv'), for: reportFormat.for }),
  }),
};
