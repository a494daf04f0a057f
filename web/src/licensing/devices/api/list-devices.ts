import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';

/** All that is known of devices begins so: one call refreshes it. */
export const devicesKey = ['devices'] as const;

const isId = (id: number) => Number.isSafeInteger(id) && id > 0;

/** The account's devices. */
export function useDevices(query: QueryOf<'GET /api/HardwareId'>, { enabled = true } = {}) {
  return useQuery({
    queryKey: [...devicesKey, 'list', query],
    queryFn: ({ signal }) => api('GET /api/HardwareId', { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The devices of a license. */
export function useLicenseDevices(
  licenseId: number,
  query: QueryOf<'GET /api/Licenses/{id}/HardwareIdsList'>,
  { enabled = true } = {},
) {
  return useQuery({
    queryKey: [...devicesKey, 'license', licenseId, query],
    queryFn: ({ signal }) =>
      api('GET /api/Licenses/{id}/HardwareIdsList', { params: { id: licenseId }, query, signal }),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === licenseId ? before : undefined),
    enabled: enabled && isId(licenseId),
  });
}

export const deviceQuery = (id: number) =>
  queryOptions({
    queryKey: [...devicesKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/HardwareId/{id}', { params: { id }, signal }),
  });

/** One device; nothing is asked where the address holds no id. */
export function useDevice(id: number) {
  return useQuery({ ...deviceQuery(id), enabled: isId(id) });
}

/** Whose history: a device's, or that of all devices of a license. */
export type HistorySource = { deviceId: number } | { licenseId: number };

/** What happened, the newest first. */
export function useDeviceHistory(source: HistorySource, page: number) {
  return useQuery({
    queryKey: [...devicesKey, 'history', source, page],
    queryFn: ({ signal }) =>
      'deviceId' in source
        ? api('GET /api/HardwareId/{id}/History', { params: { id: source.deviceId }, query: { page }, signal })
        : api('GET /api/Licenses/{id}/History', { params: { id: source.licenseId }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** How many devices of a license were seen on each of the latest thirty days. */
export function useLicenseUsage(licenseId: number) {
  return useQuery({
    queryKey: [...devicesKey, 'usage', licenseId],
    queryFn: ({ signal }) => api('GET /api/Licenses/{id}/Usage', { params: { id: licenseId }, signal }),
  });
}
