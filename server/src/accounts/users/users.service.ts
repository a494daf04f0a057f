import type { ResponseOf, User, UserWithProducts, users } from '@portico/contract';
import { hasEverything, listRoles } from '@portico/contract';
import { can } from '../../core/http/access.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import { readUserProducts } from './user-products.queries.ts';
import type { Asking } from './users.context.ts';
import { findUser, listUsers as listUserRows, type UserListOptions, type UserRow } from './users.queries.ts';
import { mayChange, refusalOfGrants, refusalOfOwnership, refusalOfStanding, refusalOfWaysIn } from './users.rules.ts';

export async function listUsers(context: Asking, options: UserListOptions): Promise<ResponseOf<typeof users.list>> {
  const { database, accountId } = context;
  const { items, total } = await listUserRows(database, accountId, options);
  return listAnswer(
    items.map((row) => present(context, row)),
    total,
    options,
  );
}

/** @throws NotFoundError also for another account's. */
export async function getUser(context: Asking, id: number): Promise<UserWithProducts> {
  const { database, accountId, catalog } = context;
  const row = await findUser(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  const [granted, products] = await Promise.all([readUserProducts(database.query, id), catalog.findProducts()]);
  const hasAll = hasEverything(row);
  const availableProducts = [...products.values()].filter((product) => !product.retired || granted.has(product.id));
  return {
    ...present(context, row),
    availableProducts: availableProducts.map((product) => product.id).filter((one) => hasAll || granted.has(one)),
  };
}

function present({ session }: Asking, row: UserRow): User {
  const { isOperator: _, expDate, lastLoginDate, ...shown } = row;
  const { user: asker } = session;
  const mayManage = can('users.manage', session);
  return {
    ...shown,
    roles: listRoles(row),
    expDate: expDate?.toISOString() ?? null,
    lastLoginDate: lastLoginDate?.toISOString() ?? null,
    allowed: {
      details: mayManage && mayChange(asker, row),
      standing: mayManage && refusalOfStanding(asker, row) === null,
      grants: mayManage && refusalOfGrants(asker, row) === null,
      waysIn: can('users.manageWaysIn', session) && refusalOfWaysIn(asker, row) === null,
      ownership: can('users.transferOwnership', session) && asker.isOwner && refusalOfOwnership(row) === null,
    },
  };
}
