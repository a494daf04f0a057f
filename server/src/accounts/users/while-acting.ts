import type { UserDetails } from '@portico/contract';
import { InvalidInputError, type Said } from '../../core/http/app-error.ts';
import type { Session } from '../../core/http/session-context.ts';

/** What of a user lets somebody in: an operator who acts as somebody else leaves it as it is (ACC-11). */
const waysIn = ['login', 'email'] as const satisfies readonly (keyof UserDetails)[];

/** @throws InvalidInputError at the login and the e-mail address, where an operator who acts as a user changes them. */
export function assertWaysInStay(
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
