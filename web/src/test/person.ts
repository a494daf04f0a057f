import type { CurrentUser } from '@portico/contract';

/** An owner. */
export const person: CurrentUser = {
  id: 7,
  login: 'ada',
  email: 'ada@acme.example',
  name: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  accountId: 3,
  accountName: 'Acme Security',
  roles: ['Admin', 'Owner'],
  isAdmin: true,
  isOwner: true,
  isSuperAdmin: false,
  readOnly: false,
};
