import { isAccountAdmin, type UserDetails } from '@portico/contract';
import type { Said } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';

/** The user who makes a change. */
export interface Caller {
  readonly id: number;
  readonly isOwner: boolean;
  readonly isOperator: boolean;
}

/** The fields that decide who may change a user, and how. */
export interface UserStanding {
  readonly id: number;
  readonly isOwner: boolean;
  readonly isOperator: boolean;
  readonly admin: boolean;
  readonly readOnly: boolean;
  readonly active: boolean;
  /** When access ends; null for never. */
  readonly expDate: Date | null;
}

/**
 * Whether a caller may change a user's details (USR-19). A changed email address gives control of the user, so only
 * the owner or an operator changes an owner's details, and only operators an operator's.
 */
export function mayChange(
  caller: Pick<Caller, 'id' | 'isOperator'>,
  { id, isOwner, isOperator }: Pick<UserStanding, 'id' | 'isOwner' | 'isOperator'>,
): boolean {
  return caller.id === id || caller.isOperator || !(isOwner || isOperator);
}

/** Why the caller cannot change a user's role, activation, grants or sign-in methods. */
export type ChangeRefusal = 'user.operator' | 'user.ownerOnly' | 'user.ownWaysIn' | 'user.adminHasAll';

/** For role, activation and end of access. An account does not manage operators (USR-26). */
export function standingRefusal(caller: Caller, user: UserStanding): ChangeRefusal | null {
  if (user.isOperator) return 'user.operator';
  return mayChange(caller, user) ? null : 'user.ownerOnly';
}

/** For features, permissions and products. Admins have all of them (USR-24). */
export function grantsRefusal(caller: Caller, user: UserStanding): ChangeRefusal | null {
  if (isAccountAdmin(user)) return 'user.adminHasAll';
  return standingRefusal(caller, user);
}

/** For another user's password, second factor and sessions. Users change their own in the profile, which keeps the session (USR-27). */
export function signInMethodsRefusal(caller: Caller, user: UserStanding): ChangeRefusal | null {
  return caller.id === user.id ? 'user.ownWaysIn' : standingRefusal(caller, user);
}

/** Why the ownership cannot be transferred to a user; null if it can (USR-12). */
export function ownershipRefusal(user: UserStanding & { readonly isPasswordOfOther: boolean }): MessageKey | null {
  if (user.isOperator) return 'user.operator';
  if (user.isOwner) return 'user.alreadyOwner';
  if (!isPermanentAdmin(user)) return 'user.notActiveAdmin';
  return user.isPasswordOfOther ? 'user.passwordOfOther' : null;
}

/** Whether a user is a permanent admin: owner or admin, active, not read-only, without an end of access (USR-22). */
export function isPermanentAdmin(user: Omit<UserStanding, 'id'>): boolean {
  const { readOnly, active, expDate } = user;
  return isAccountAdmin(user) && active && !readOnly && expDate === null;
}

export type StandingProblems = Partial<Record<'active' | 'admin' | 'readOnly' | 'expDate', Said[]>>;

interface StandingFacts {
  readonly callerId: number;
  /** Whether another user is a permanent admin. */
  readonly hasOtherAdmin: boolean;
  readonly now: Date;
}

/** Problems with a change of a user's role, activation or end of access, by field. Empty if the change is allowed. */
export function standingProblems(before: UserStanding, after: UserStanding, facts: StandingFacts): StandingProblems {
  const lost = lostAccess(before, after);
  const problems: StandingProblems = {};
  const refuse = (key: MessageKey) => {
    for (const field of lost) problems[field] ??= [{ key }];
  };
  if (before.isOwner) refuse('user.ownerStays');
  else if (isPermanentAdmin(before) && !isPermanentAdmin(after) && !facts.hasOtherAdmin) refuse('user.lastAdmin');
  if (lost.includes('active') && before.id === facts.callerId) problems.active ??= [{ key: 'user.notYourself' }];
  const isNewEnd = after.expDate?.getTime() !== before.expDate?.getTime();
  if (isNewEnd && after.expDate && after.expDate <= facts.now) problems.expDate ??= [{ key: 'user.expDatePast' }];
  return problems;
}

/** The fields whose change reduces the user's access. */
function lostAccess(before: UserStanding, after: UserStanding): (keyof StandingProblems)[] {
  const isLost = {
    active: before.active && !after.active,
    admin: before.admin && !after.admin,
    readOnly: !before.readOnly && after.readOnly,
    expDate: after.expDate !== null && (before.expDate === null || after.expDate < before.expDate),
  };
  return (Object.keys(isLost) as (keyof StandingProblems)[]).filter((field) => isLost[field]);
}

/** The fields of the user form. */
export const userDetailFields = ['login', 'email', 'firstName', 'lastName', 'phone', 'comments'] as const;
export const userStandingFields = ['admin', 'readOnly', 'expDate'] as const;

/** The values of the user form, which its revision identifies. */
export function formValues(
  user: Readonly<Record<(typeof userDetailFields | typeof userStandingFields)[number], unknown>>,
) {
  return [...userDetailFields, ...userStandingFields].map((field) => user[field]);
}

/**
 * Whether a change makes a user an admin or changes an admin's role, activation or end of access, which needs a
 * confirmation (USR-36).
 */
export function changesAdmin(before: UserStanding, after: UserStanding): boolean {
  const isAdmin = isAccountAdmin(before) || isAccountAdmin(after);
  return isAdmin && [...lostAccess(before, after), ...lostAccess(after, before)].length > 0;
}

/** Whether a change gives an account one more active admin. */
export function becomesAdmin(before: UserStanding, after: UserStanding): boolean {
  const isActiveAdmin = (user: UserStanding) => isAccountAdmin(user) && user.active;
  return isActiveAdmin(after) && !isActiveAdmin(before);
}

/** The fields with which a user signs in. An operator who acts as a user cannot change them (ACC-11). */
const waysIn = ['login', 'email'] as const satisfies readonly (keyof UserDetails)[];

/**
 * The fields whose change is closed while an operator acts as a user: names to sign in with, any gain of access, and an
 * admin's loss of access, which needs the user's confirmation (ACC-11).
 */
export function fieldsClosedWhileActing(before: ActingFields, after: ActingFields): string[] {
  return [
    ...waysIn.filter((field) => after[field] !== before[field]),
    ...lostAccess(after, before),
    ...(changesAdmin(before, after) ? lostAccess(before, after) : []),
  ];
}

type ActingFields = UserStanding & Pick<UserDetails, (typeof waysIn)[number]>;
