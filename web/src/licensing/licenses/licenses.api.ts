import type { License } from '@portico/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, apiFile, type QueryOf } from '../../lib/api.ts';
import { can } from '../../lib/permissions.ts';
import { saveFile } from '../../lib/save-file.ts';

/** The prefix of all query keys of licenses, which are invalidated together. */
export const licensesKey = ['licenses'] as const;

/** The account's licenses. */
export function useLicenses(query: QueryOf<'GET /api/Licenses/List'>, { enabled = true } = {}) {
  return useQuery({
    queryKey: [...licensesKey, 'list', query],
    queryFn: ({ signal }) => api('GET /api/Licenses/List', { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

const isId = (id: number) => Number.isSafeInteger(id) && id > 0;

const licenseQuery = (id: number) =>
  queryOptions({
    queryKey: [...licensesKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/Licenses/{id}', { params: { id }, signal }),
  });

/** One license. Sends no request if the address has no id. */
export function useLicense(id: number) {
  return useQuery({ ...licenseQuery(id), enabled: isId(id) });
}

/** The parts of one product that a license's plan includes. */
export function useLicensedFeatures(id: number, productId: string) {
  return useQuery({
    queryKey: [...licensesKey, 'features', id, productId],
    queryFn: ({ signal }) => api('GET /api/Licenses/{id}/{productId}/Features', { params: { id, productId }, signal }),
  });
}

/** Saves the signed file of a license, byte for byte. */
export function useDownloadLicense() {
  return useMutation({
    mutationFn: (serialNumber: string) => apiFile('GET /api/Licenses/Download', { query: { serialNumber } }),
    onSuccess: (file) => saveFile(file, 'License.json'),
  });
}

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

/** The products with a single license, from the server; empty until known. */
export function useSingleLicenses(): Map<string, number> {
  const { data } = useLicenses(all, { enabled: can('licenses.view') });
  return singleLicenses(data?.items ?? []);
}
