import type { licenses as endpoints, OperatorLicense, ResponseOf } from '@portico/contract';
import { findAccountNames, listAccountIds } from '../../accounts/index.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { Releases } from '../releases/releases.rules.ts';
import { findReleases, presentReleases } from '../releases/releases.service.ts';
import { type CallContext, presentLicenses } from './licenses.service.ts';
import { type AllLicensesOptions, listAllLicenses as listRows } from './operator-licenses.queries.ts';

/** The licenses of all accounts, found by number, serial number or account name (LCN-14). */
export async function listAllLicenses(
  context: CallContext,
  options: AllLicensesOptions,
): Promise<ResponseOf<typeof endpoints.listAll>> {
  const { catalog, database } = context;
  const on = database.query;
  const found = options.textFilter ? await listAccountIds(on, options.textFilter) : [];
  const { items, total } = await listRows(on, options, found);
  const accountIds = [...new Set(items.map(({ accountId }) => accountId))];
  const [licenses, names, products] = await Promise.all([
    presentLicenses(context, items),
    findAccountNames(on, accountIds),
    catalog.findProducts(),
  ]);
  const releases = await findReleases(on, items, { products, now: new Date() });
  const accountOf = new Map(items.map(({ id, accountId }) => [id, accountId]));
  const presented = licenses.map((license): OperatorLicense => {
    const accountId = accountOf.get(license.id) as number;
    return {
      ...license,
      accountId,
      accountName: names.get(accountId) ?? '',
      releases: presentReleases(releases.get(license.id) as Releases),
    };
  });
  return listAnswer(presented, total, options);
}
