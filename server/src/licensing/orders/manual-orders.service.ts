import type { ManualOrder, ManualOrderDetails, orders, ResponseOf } from '@portico/contract';
import { type Changes, changesBetween, findAccountNames, listAccountIds } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import { isUniqueViolation, type Queryable } from '../../core/db/database.ts';
import { AppError, InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import { assertFormRevision, formRevision } from '../../core/http/form-revision.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { MessageKey } from '../../core/messages/index.ts';
import {
  findManualOrder,
  insertOrder,
  listManualOrders as listManualRows,
  lockManualOrder,
  type ManualListOptions,
  type ManualOrderRow,
  type NewOrder,
  type NewOrderProduct,
  replaceProduct,
  updateOrder,
} from './manual-orders.queries.ts';
import { findChangeRefusal, findProblems, type ManualChange, productCurrency } from './manual-orders.rules.ts';
import type { OrdersContext } from './orders.context.ts';
import { countsDomains, type OrderViewer, presentDetails, presentListed } from './orders.presentation.ts';
import { nextOrderNumber } from './orders.queries.ts';
import { findLicenseNumber } from './orders.service.ts';

/** The state of a manual order does not allow the change (ORD-8). */
class OrderStateError extends AppError {
  constructor(key: MessageKey) {
    super({ code: 'Conflict', message: { key } });
  }
}

type CallContext = OrdersContext & RequestContext;
type ListedManualOrder = ResponseOf<typeof orders.listManual>['items'][number];

/** The manual orders of all accounts, found by number or account name. */
export async function listManualOrders(
  context: CallContext,
  options: ManualListOptions,
): Promise<ResponseOf<typeof orders.listManual>> {
  const on = context.database.query;
  const accountIds = options.textFilter ? await listAccountIds(on, options.textFilter) : [];
  const { items, total } = await listManualRows(on, options, accountIds);
  const [names, licenseNumberOf, viewer] = await Promise.all([
    findAccountNames(
      on,
      items.map(({ accountId }) => accountId),
    ),
    findLicenseNumber(context, on, items),
    createViewer(context),
  ]);
  const presented = items.map(
    (row): ListedManualOrder => ({
      ...presentListed(row, viewer),
      ...presentForOperators(row, names),
      countsDomains: countsDomains(row, row.productIds, viewer),
      licenseNumber: licenseNumberOf(row),
      subscriptionId: null,
      expirationDate: row.expiresAt?.toISOString() ?? null,
    }),
  );
  return listAnswer(presented, total, options);
}

/** @throws NotFoundError also for the order of a subscription */
export async function getManualOrder(context: CallContext, id: number): Promise<ManualOrder> {
  const found = await findManualOrder(context.database.query, id);
  if (!found) throw new NotFoundError();
  return present(context, context.database.query, found, await createViewer(context));
}

/** Creates a draft. @throws InvalidInputError naming the field */
export function createManualOrder(
  context: CallContext,
  { accountId, ...details }: ManualOrderDetails & { accountId: number },
): Promise<ManualOrder> {
  const { catalog, session } = context;
  return inOrderTransaction(context, async (transaction, { products }) => {
    const product = products.get(details.productId);
    const problems = findProblems(details, product, undefined, catalog.now());
    const isKnown = (await findAccountNames(transaction, [accountId])).has(accountId);
    assertNoProblems({ ...problems, ...(!isKnown && { accountId: [{ key: 'order.unknownAccount' as const }] }) });
    const sold = product as Product;
    const id = await insertOrder(
      transaction,
      {
        ...orderColumns(details, sold),
        accountId,
        number: details.number || (await nextOrderNumber(transaction)),
        status: 0,
        paymentStatus: 0,
        orderedAt: catalog.now(),
        currency: productCurrency(sold),
        createdBy: session.actingOperator?.id ?? session.user.id,
      },
      orderProduct(details),
    );
    await record(context, transaction, 'orderCreated', accountId, id);
    return id;
  });
}

/** @throws NotFoundError; OrderStateError if it is canceled; AppError `Conflict` (WIRE-23); InvalidInputError naming the field */
export function saveManualOrder(
  context: CallContext,
  id: number,
  { revision, ...details }: ManualOrderDetails & { readonly revision?: string | undefined },
): Promise<ManualOrder> {
  const { catalog } = context;
  return inOrderTransaction(context, async (transaction, { products }) => {
    const before = await lockForChange(context, transaction, id, 'save');
    assertFormRevision(revision, formValues(before));
    const product = products.get(details.productId);
    const { productId, planId } = before.product;
    assertNoProblems(findProblems(details, product, { ...before, productId, planId }, catalog.now()));
    const number = details.number || before.number;
    const after = { ...orderColumns(details, product as Product), number };
    await updateOrder(transaction, id, after);
    await replaceProduct(transaction, id, orderProduct(details));
    const changes = {
      ...changesBetween(before, after, ['number', 'deviceQuantity', 'domainQuantity', 'expiresAt']),
      ...changesBetween(before.product, orderProduct(details), ['productId', 'planId', 'version']),
    };
    await record(context, transaction, 'orderChanged', before.accountId, id, changes);
    return id;
  });
}

/** @throws NotFoundError; OrderStateError unless it is a draft that has not expired */
export function activateManualOrder(context: CallContext, id: number): Promise<ManualOrder> {
  return change(context, id, 'activate', 'orderActivated', () => ({ status: 1 }));
}

/** @throws NotFoundError; OrderStateError if it is paid or canceled */
export function markManualOrderPaid(context: CallContext, id: number): Promise<ManualOrder> {
  return change(context, id, 'markPaid', 'orderPaid', (paidAt) => ({ paymentStatus: 1, paidAt }));
}

/** @throws NotFoundError; OrderStateError if it is canceled */
export function cancelManualOrder(context: CallContext, id: number): Promise<ManualOrder> {
  return change(context, id, 'cancel', 'orderCanceled', (endedAt) => ({ status: 2, endedAt }));
}

function change(
  context: CallContext,
  id: number,
  kind: ManualChange,
  recordedAs: AuditKind,
  createChange: (now: Date) => Partial<NewOrder>,
): Promise<ManualOrder> {
  return inOrderTransaction(context, async (transaction) => {
    const before = await lockForChange(context, transaction, id, kind);
    const after = createChange(context.catalog.now());
    await updateOrder(transaction, id, after);
    const changes = changesBetween<NewOrder>(before, after, ['status', 'paymentStatus']);
    await record(context, transaction, recordedAs, before.accountId, id, changes);
    return id;
  });
}

/**
 * Changes an order and its license in one transaction (ORD-9). The catalog is read before it begins: a transaction that waits for a second connection
 * can block the whole pool.
 * @throws InvalidInputError if the number is taken
 */
async function inOrderTransaction(
  context: CallContext,
  work: (transaction: Queryable, viewer: OrderViewer) => Promise<number>,
): Promise<ManualOrder> {
  const viewer = await createViewer(context);
  try {
    return await context.database.transaction(async (transaction) => {
      const id = await work(transaction, viewer);
      await context.deliverOrder(transaction, id);
      return present(context, transaction, (await findManualOrder(transaction, id)) as ManualOrderRow, viewer);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'orders_number_key')) throw error;
    throw new InvalidInputError({ number: [{ key: 'order.numberTaken', values: { field: 'number' } }] });
  }
}

async function lockForChange(
  { catalog }: CallContext,
  transaction: Queryable,
  id: number,
  kind: ManualChange,
): Promise<ManualOrderRow> {
  const found = await lockManualOrder(transaction, id);
  if (!found) throw new NotFoundError();
  const refusal = findChangeRefusal(found, kind, catalog.now());
  if (refusal) throw new OrderStateError(refusal);
  return found;
}

function assertNoProblems(problems: ConstructorParameters<typeof InvalidInputError>[0]): void {
  if (Object.keys(problems).length > 0) throw new InvalidInputError(problems);
}

type AuditKind = 'orderCreated' | 'orderChanged' | 'orderActivated' | 'orderPaid' | 'orderCanceled';

/**
 * Records the change in the audit log of the order's account. The account's admins read that log, so the event
 * contains no price and no operator note (ORD-10, AUD-12).
 */
async function record(
  { audit, actor }: CallContext,
  transaction: Queryable,
  kind: AuditKind,
  accountId: number,
  orderId: number,
  changes?: Changes,
): Promise<void> {
  await audit.record({ ...actor, accountId, kind, detail: { orderId, ...(changes && { changes }) } }, transaction);
}

function orderColumns(details: ManualOrderDetails, { licensingType }: Pick<Product, 'licensingType'>) {
  return {
    licenseModel: licensingType === 'Floating' ? (1 as const) : (0 as const),
    deviceQuantity: details.quantity,
    domainQuantity: details.domains,
    price: details.price,
    expiresAt: details.expirationDate === null ? null : new Date(details.expirationDate),
    note: details.note,
  };
}

function orderProduct({ productId, planId, version, quantity, price }: ManualOrderDetails): NewOrderProduct {
  return { productId, planId, version: version || null, quantity, price };
}

async function present(
  context: CallContext,
  on: Queryable,
  row: ManualOrderRow,
  viewer: OrderViewer,
): Promise<ManualOrder> {
  const names = await findAccountNames(on, [row.accountId]);
  const licenseNumber = (await findLicenseNumber(context, on, [row]))(row);
  const details = presentDetails(row, [row.product], licenseNumber, viewer);
  return {
    ...details,
    ...presentForOperators(row, names),
    version: row.product.version ?? '',
    revision: formRevision(formValues(row)),
  };
}

/** The values that the form of a manual order changes. */
function formValues({ number, deviceQuantity, domainQuantity, price, expiresAt, note, product }: ManualOrderRow) {
  const { productId, planId, version } = product;
  return [number, deviceQuantity, domainQuantity, price, expiresAt, note, productId, planId, version];
}

function presentForOperators(
  row: Pick<ManualOrderRow, 'accountId' | 'note' | 'price'>,
  names: ReadonlyMap<number, string>,
) {
  const { accountId, note, price } = row;
  return { accountId, accountName: names.get(accountId) ?? '', note, price };
}

/** Operators see the prices that they entered. */
async function createViewer({ catalog, locale }: CallContext): Promise<OrderViewer> {
  return { products: await catalog.findProducts(), locale, mayReadPrices: true };
}
