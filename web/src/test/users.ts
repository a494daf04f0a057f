import type { User } from '@portico/contract';

/** A user as an account's owner sees them. */
export const ada: User = {
  id: 7,
  login: 'ada',
  email: 'ada@acme.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '',
  comments: '',
  active: true,
  readOnly: false,
  admin: false,
  isOwner: false,
  roles: ['User'],
  expDate: null,
  isInvited: false,
  lastLoginDate: null,
  isLoginChanged: false,
  hasSecondFactor: true,
  revision: 'first',
  allowed: { details: true, standing: true, grants: true, waysIn: true, ownership: true },
};
