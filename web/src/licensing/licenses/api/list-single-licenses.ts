import type { License } from '@portico/contract';
import { can } from '../../../lib/permissions.ts';
import { useLicenses } from './list-licenses.ts';

/** Products of which the account has a single license, with its id. */
export function singleLicenses(licenses: readonly Pick<License, 'id' | 'products'>[]): Map<string, number> {
  const ids = new Map<string, number>();
  const several = new Set<string>();
  for (const { id, products } of licenses) {
    for (const { productId } of products) {
      if (ids.has(productId)) several.add(productId);
      ids.set(productId, id);
    }
  }
  for (const productId of several) ids.delete(productId);
  return ids;
}

const all = { pageSize: 400 } as const;

/** The same from the server; nothing until they are known. */
export function useSingleLicenses(): Map<string, number> {
  const { data } = useLicenses(all, { enabled: can('licenses.view') });
  return singleLicenses(data?.items ?? []);
}
