import { isAccountAdmin, type UserDetails } from '@portico/contract';
import { InvalidInputError, type Said } from '../../core/http/app-error.ts';
import type { Session } from '../../core/http/session-context.ts';
import type { MessageKey } from '../../core/messages/index.ts';

/** Who asks. */
export interface Caller {
  readonly id: number;
  readonly isOwner: boolean;
  readonly isOperator: boolean;
}

/** What decides who may change a user, and to what. */
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
 * Whether a user may change another's details (USR-19). Who can change an e-mail address can take over its user. An owner's details are therefore
 * changed by that owner or an operator, and an operator's by operators.
 */
export function mayChange(
  caller: Pick<Caller, 'id' | 'isOperator'>,
  { id, isOwner, isOperator }: Pick<UserStanding, 'id' | 'isOwner' | 'isOperator'>,
): boolean {
  return caller.id === id || caller.isOperator || !(isOwner || isOperator);
}

/** Why a user's role, activation, grants or ways in are not changed here; null where they are. */
export type ChangeRefusal = 'user.operator' | 'user.ownerOnly' | 'user.ownWaysIn' | 'user.adminHasAll';

/** Role, activation and end of access. An operator's are none of an account's business (USR-26). */
export function standingRefusal(caller: Caller, user: UserStanding): ChangeRefusal | null {
  if (user.isOperator) return 'user.operator';
  return mayChange(caller, user) ? null : 'user.ownerOnly';
}

/** Features, permissions and products, of which admins have all (USR-24). */
export function grantsRefusal(caller: Caller, user: UserStanding): ChangeRefusal | null {
  if (isAccountAdmin(user)) return 'user.adminHasAll';
  return standingRefusal(caller, user);
}

/** Password, second factor and sessions of another. One's own are changed in the profile, where the session lives on (USR-27). */
export function signInMethodsRefusal(caller: Caller, user: UserStanding): ChangeRefusal | null {
  return caller.id === user.id ? 'user.ownWaysIn' : standingRefusal(caller, user);
}

/** Why the ownership is not transferred to a user; null where it may be (USR-12). */
export function ownershipRefusal(user: UserStanding): MessageKey | null {
  if (user.isOperator) return 'user.operator';
  if (user.isOwner) return 'user.alreadyOwner';
  return isPermanentAdmin(user) ? null : 'user.notActiveAdmin';
}

/** Whether a user keeps the account able to run itself: the owner, or an admin without a limit (USR-22). */
export function isPermanentAdmin(user: Omit<UserStanding, 'id'>): boolean {
  const { readOnly, active, expDate } = user;
  return isAccountAdmin(user) && active && !readOnly && expDate === null;
}

export type StandingProblems = Partial<Record<'active' | 'admin' | 'readOnly' | 'expDate', Said[]>>;

interface StandingFacts {
  readonly callerId: number;
  /** Whether another user is a lasting admin. */
  readonly hasOtherAdmin: boolean;
  readonly now: Date;
}

/** What stands against a change of a user's role, activation or end of access, by field. Empty where nothing does. */
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

/** The fields by which a user has less access than before. */
function lostAccess(before: UserStanding, after: UserStanding): (keyof StandingProblems)[] {
  const isLost = {
    active: before.active && !after.active,
    admin: before.admin && !after.admin,
    readOnly: !before.readOnly && after.readOnly,
    expDate: after.expDate !== null && (before.expDate === null || after.expDate < before.expDate),
  };
  return (Object.keys(isLost) as (keyof StandingProblems)[]).filter((field) => isLost[field]);
}

/** What of a user lets somebody in: an operator who acts as somebody else leaves it as it is (ACC-11). */
const waysIn = ['login', 'email'] as const satisfies readonly (keyof UserDetails)[];

/** @throws InvalidInputError at the login and the e-mail address, where an operator who acts as a user changes them. */
export function assertSignInNamesUnchanged(
  { actingOperator }: Pick<Session, 'actingOperator'>,
  before: Pick<UserDetails, (typeof waysIn)[number]>,
  details: Pick<UserDetails, (typeof waysIn)[number]>,
): void {
  if (actingOperator === null) return;
  const changed = waysIn.filter((field) => details[field] !== before[field]);
  if (changed.length === 0) return;
  const said: Said = { key: 'problem.notWhileActing' };
  throw new InvalidInputError(Object.fromEntries(changed.map((field) => [field, [said]])));
}
