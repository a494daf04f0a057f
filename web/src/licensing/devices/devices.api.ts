import { useLingui } from '@lingui/react/macro';
import type { DeviceDetails, DeviceEdit, NewDevice } from '@portico/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../lib/api.ts';
import { refetchAfterConflict } from '../../lib/form.ts';
import { notify } from '../../lib/notify.tsx';

/** The prefix of all query keys of devices, which are invalidated together. */
const devicesKey = ['devices'] as const;

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

const deviceQuery = (id: number) =>
  queryOptions({
    queryKey: [...devicesKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/HardwareId/{id}', { params: { id }, signal }),
  });

/** One device. Sends no request if the address has no id. */
export function useDevice(id: number) {
  return useQuery({ ...deviceQuery(id), enabled: isId(id) });
}

/** The subject of the history: a device, or all devices of a license. */
export type HistorySource = { deviceId: number } | { licenseId: number };

/** The events, newest first. */
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

/** How many devices of a license were seen on each of the last thirty days. */
export function useLicenseUsage(licenseId: number) {
  return useQuery({
    queryKey: [...devicesKey, 'usage', licenseId],
    queryFn: ({ signal }) => api('GET /api/Licenses/{id}/Usage', { params: { id: licenseId }, signal }),
  });
}

/**
 * Stores the device's new state, and refetches dependent data: devices, licenses, and the quantities that plans
 * allow. Plans come first: once the released device disappears, a user can enter a smaller quantity.
 */
function useStoreDevice() {
  const queryClient = useQueryClient();
  return async (device: DeviceDetails, message: string) => {
    queryClient.setQueryData(deviceQuery(device.id).queryKey, device);
    notify.success(message);
    await queryClient.invalidateQueries({ queryKey: ['catalog'] });
    await Promise.all([devicesKey, ['licenses']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}

/** Adds a device to the license with `licenseId`, or to one that the body names. The form shows failures. */
export function useAddDevice(licenseId: number | undefined) {
  const { t } = useLingui();
  const takeOver = useStoreDevice();
  return useMutation({
    mutationFn: (body: NewDevice) =>
      licenseId === undefined
        ? api('POST /api/HardwareId', { body })
        : api('POST /api/Licenses/{id}/AddHardware', { params: { id: licenseId }, body: withoutLicense(body) }),
    meta: { showsErrors: true },
    onSuccess: (device) => takeOver(device, t`The device was added`),
  });
}

function withoutLicense({ licenseId: _, ...body }: NewDevice) {
  return body;
}

/** Saves a device's values. The form shows failures. */
export function useSaveDevice(id: number) {
  const { t } = useLingui();
  const takeOver = useStoreDevice();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DeviceEdit) => api('PUT /api/HardwareId/{id}', { params: { id }, body }),
    meta: { showsErrors: true },
    onError: (error) => refetchAfterConflict(queryClient, error, deviceQuery(id).queryKey),
    onSuccess: (device) => takeOver(device, t`Saved`),
  });
}

/** Frees a device's seat. The caller shows failures. */
export function useReleaseDevice(id: number) {
  const { t } = useLingui();
  const takeOver = useStoreDevice();
  return useMutation({
    mutationFn: () => api('POST /api/HardwareId/{id}/Release', { params: { id }, body: {} }),
    meta: { showsErrors: true },
    onSuccess: (device) => takeOver(device, t`${device.name} was released`),
  });
}

/** Moves a device's seat to another device, and returns that device. The form shows failures. */
export function useReplaceDevice(id: number, name: string) {
  const { t } = useLingui();
  const takeOver = useStoreDevice();
  return useMutation({
    mutationFn: (body: { name: string; hardwareId: string }) =>
      api('POST /api/HardwareId/{id}/Replace', { params: { id }, body }),
    meta: { showsErrors: true },
    onSuccess: (device) => takeOver(device, t`${device.name} has the seat of ${name}`),
  });
}

/** Blocks or unblocks a device. The form shows failures. */
export function useBlockDevice(id: number, isBlocked: boolean) {
  const { t } = useLingui();
  const takeOver = useStoreDevice();
  return useMutation({
    mutationFn: (body: { reason: string }) =>
      isBlocked
        ? api('POST /api/HardwareId/{id}/Unblock', { params: { id }, body })
        : api('POST /api/HardwareId/{id}/Block', { params: { id }, body }),
    meta: { showsErrors: true },
    onSuccess: (device) => takeOver(device, isBlocked ? t`${device.name} works again` : t`${device.name} was blocked`),
  });
}
