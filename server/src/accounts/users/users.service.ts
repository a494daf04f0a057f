import type { ResponseOf, User, UserWithProducts, users } from '@portico/contract';
import { hasEverything, listRoles } from '@portico/contract';
import { can } from '../../core/http/access.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { formRevision } from '../../core/http/form-revision.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import { listUserProductIds } from './user-products.queries.ts';
import type { CallContext } from './users.context.ts';
import { findUser, listUsers as listUserRows, type UserListOptions, type UserRow } from './users.queries.ts';
import {
  formValues,
  grantsRefusal,
  mayChange,
  ownershipRefusal,
  signInMethodsRefusal,
  standingRefusal,
} from './users.rules.ts';

export async function listUsers(
  context: CallContext,
  options: UserListOptions,
): Promise<ResponseOf<typeof users.list>> {
  const { database, accountId } = context;
  const { items, total } = await listUserRows(database, accountId, options);
  return listAnswer(
    items.map((row) => present(context, row)),
    total,
    options,
  );
}

/** @throws NotFoundError, also for another account's user */
export async function getUser(context: CallContext, id: number): Promise<UserWithProducts> {
  const { database, accountId, catalog } = context;
  const row = await findUser(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  const [granted, products] = await Promise.all([listUserProductIds(database.query, id), catalog.findProducts()]);
  const hasAll = hasEverything(row);
  const availableProducts = [...products.values()].filter((product) => !product.retired || granted.has(product.id));
  return {
    ...present(context, row),
    availableProducts: availableProducts.map((product) => product.id).filter((one) => hasAll || granted.has(one)),
  };
}

function present({ session }: CallContext, row: UserRow): User {
  const { isOperator: _, isPasswordOfOther: __, expDate, lastLoginDate, ...shown } = row;
  const { user: caller } = session;
  const mayManage = can('users.manage', session);
  return {
    ...shown,
    revision: formRevision(formValues(row)),
    roles: listRoles(row),
    expDate: expDate?.toISOString() ?? null,
    lastLoginDate: lastLoginDate?.toISOString() ?? null,
    allowed: {
      details: mayManage && mayChange(caller, row),
      standing: mayManage && standingRefusal(caller, row) === null,
      grants: mayManage && grantsRefusal(caller, row) === null,
      waysIn: can('users.manageWaysIn', session) && signInMethodsRefusal(caller, row) === null,
      ownership: can('users.transferOwnership', session) && caller.isOwner && ownershipRefusal(row) === null,
    },
  };
}
