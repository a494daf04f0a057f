import type { ResponseOf, User, UserWithProducts, users } from '@portico/contract';
import { can } from '../../http/access.ts';
import { NotFoundError } from '../../http/app-error.ts';
import { listAnswer } from '../../http/list-answer.ts';
import { readUserProducts } from '../catalog/index.ts';
import { findInvitedUsers } from '../links/index.ts';
import type { Asking } from './users.context.ts';
import { findUser, listUsers as listUserRows, type UserListOptions, type UserRow } from './users.queries.ts';
import {
  mayChange,
  refusalOfGrants,
  refusalOfOwnership,
  refusalOfStanding,
  refusalOfWaysIn,
  rolesOf,
} from './users.rules.ts';

export async function listUsers(context: Asking, options: UserListOptions): Promise<ResponseOf<typeof users.list>> {
  const { database, accountId } = context;
  const { items, total } = await listUserRows(database.query, accountId, options);
  const facts = await factsOf(
    context,
    items.map(({ id }) => id),
  );
  return listAnswer(
    items.map((row) => present(context, row, facts)),
    total,
    options,
  );
}

/** @throws NotFoundError also for another account's. */
export async function getUser(context: Asking, id: number): Promise<UserWithProducts> {
  const { database, accountId, catalog } = context;
  const row = await findUser(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  const [facts, granted, products] = await Promise.all([
    factsOf(context, [id]),
    readUserProducts(database.query, id),
    catalog.findProducts(),
  ]);
  const hasAll = row.isOwner || row.admin || row.isOperator;
  const availableProducts = [...products.values()].filter((product) => !product.retired || granted.has(product.id));
  return {
    ...present(context, row, facts),
    availableProducts: availableProducts.map((product) => product.id).filter((one) => hasAll || granted.has(one)),
  };
}

/** What other modules know of users: who has a second factor, and who is invited. */
interface UserFacts {
  readonly isProtected: ReadonlySet<number>;
  readonly invited: ReadonlySet<number>;
}

async function factsOf({ database, findSecondFactorUsers }: Asking, ids: readonly number[]): Promise<UserFacts> {
  const [isProtected, invited] = await Promise.all([
    findSecondFactorUsers(database.query, ids),
    findInvitedUsers(database.query, ids),
  ]);
  return { isProtected, invited };
}

function present({ session }: Asking, row: UserRow, { isProtected, invited }: UserFacts): User {
  const { isOperator: _, expDate, lastLoginDate, ...shown } = row;
  const { user: asker } = session;
  const mayManage = can('users.manage', session);
  return {
    ...shown,
    roles: rolesOf(row),
    isInvited: invited.has(row.id),
    expDate: expDate?.toISOString() ?? null,
    lastLoginDate: lastLoginDate?.toISOString() ?? null,
    hasSecondFactor: isProtected.has(row.id),
    allowed: {
      details: mayManage && mayChange(asker, row),
      standing: mayManage && refusalOfStanding(asker, row) === null,
      grants: mayManage && refusalOfGrants(asker, row) === null,
      waysIn: can('users.manageWaysIn', session) && refusalOfWaysIn(asker, row) === null,
      ownership: can('users.transferOwnership', session) && asker.isOwner && refusalOfOwnership(row) === null,
    },
  };
}
