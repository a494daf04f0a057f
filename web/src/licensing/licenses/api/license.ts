import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, apiFile } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { licensesKey } from './list-licenses.ts';

const isId = (id: number) => Number.isSafeInteger(id) && id > 0;

const licenseQuery = (id: number) =>
  queryOptions({
    queryKey: [...licensesKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/Licenses/{id}', { params: { id }, signal }),
  });

/** One license; nothing is asked where the address holds no id. */
export function useLicense(id: number) {
  return useQuery({ ...licenseQuery(id), enabled: isId(id) });
}

/** What the plan of a license includes of one of its products. */
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
