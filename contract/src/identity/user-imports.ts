import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';

/** The columns of an import file, the required ones first. */
export const importColumns = [
  'login',
  'email',
  'firstName',
  'lastName',
  'phone',
  'comments',
  'admin',
  'readOnly',
  'active',
  'expDate',
] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Maximum number of users in a file (IMP-2). */
export const maxImportedUsers = 5_000;
/** Maximum size of a file, in bytes. */
const maxImportedBytes = 2 * 1024 * 1024;

const file = { type: 'text/csv', maxBytes: maxImportedBytes } as const;

const problemOfCell = z.object({
  /** The column; null for the line as a whole. */
  column: z.enum(importColumns).nullable(),
  /** In the user's language. */
  message: z.string(),
});

const badLine = z.object({
  /** Line number in the file, starting at 1. */
  line: z.int().positive(),
  /** The login in the line, shortened. */
  login: z.string(),
  problems: z.array(problemOfCell),
});
export type BadLine = z.infer<typeof badLine>;

const importPreview = z.object({
  /** Users in the file. */
  rows: z.int().nonnegative(),
  admins: z.int().nonnegative(),
  readOnly: z.int().nonnegative(),
  /** Names of ignored columns, shortened. */
  ignoredColumns: z.array(z.string()),
  /** Why the whole file cannot be read, in the user's language; null if it can. */
  fileProblem: z.string().nullable(),
  /** Every line that cannot be imported. A single one prevents the import. */
  badLines: z.array(badLine),
  /** The first users, as they would be added. */
  sample: z.array(
    z.object({
      login: z.string(),
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      admin: z.boolean(),
      readOnly: z.boolean(),
      active: z.boolean(),
      expDate: z.iso.datetime().nullable(),
    }),
  ),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** Adding users from a CSV file: all of them or none, except lines with another account's address. The file is previewed first, then sent again for the import. */
export const userImports = {
  template: defineEndpoint({
    method: 'GET',
    path: '/api/UserImports/Template',
    summary: 'An empty CSV file with the columns of an import',
    action: 'users.add',
  }),
  preview: defineEndpoint({
    method: 'POST',
    path: '/api/UserImports/Preview',
    summary: 'Previews the import of a CSV file, with every line that cannot be imported; changes nothing',
    action: 'users.add',
    file,
    response: importPreview,
  }),
  import: defineEndpoint({
    method: 'POST',
    path: '/api/UserImports',
    summary: 'Adds all users of a CSV file or none, and optionally invites them by mail',
    action: 'users.add',
    file,
    query: z.object({ invite: z.enum(['true', 'false']).default('false') }),
    response: z.object({
      imported: z.int().nonnegative(),
      invited: z.int().nonnegative(),
      /** Addresses of users of other accounts, who were not added but mailed (IMP-7). */
      notAdded: z.array(z.string()),
    }),
    errors: ['file', 'ConfirmationRequired'],
  }),
};
