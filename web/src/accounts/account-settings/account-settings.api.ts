import { useLingui } from '@lingui/react/macro';
import type { AccountSettingsInput, noticeDayChoices } from '@portico/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { withConfirmation } from '../../lib/confirmation.ts';
import { refetchAfterConflict } from '../../lib/form.ts';
import { notify } from '../../lib/notify.tsx';
import { reportProblem } from '../../lib/report-problem.ts';

const accountSettingsKey = ['account-settings'] as const;

const settingsQuery = queryOptions({
  queryKey: [...accountSettingsKey, 'settings'],
  queryFn: ({ signal }) => api('GET /api/profile/AccountSettings', { signal }),
});

/** The account's settings, with all time zones. */
export function useAccountSettings() {
  return useQuery(settingsQuery);
}

/** Saves the account's settings. The form shows failures. */
export function useSaveAccountSettings() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountSettingsInput) => api('POST /api/profile/AccountSettings', { body }),
    meta: { showsErrors: true },
    onError: (error) => refetchAfterConflict(queryClient, error, settingsQuery.queryKey),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      notify.success(t`Settings saved`);
    },
  });
}

const lifetimeQuery = queryOptions({
  queryKey: [...accountSettingsKey, 'session-lifetime'],
  queryFn: ({ signal }) => api('GET /api/profile/CookieExpirationTime', { signal }),
});

/** Seconds of inactivity after which sessions end. */
export function useSessionLifetime() {
  return useQuery(lifetimeQuery);
}

/** The form shows failures. */
export function useSaveSessionLifetime() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (expirationTimeInSeconds: number) =>
      api('POST /api/profile/CookieExpirationTime', { body: { expirationTimeInSeconds } }),
    meta: { showsErrors: true },
    onSuccess: (saved) => queryClient.setQueryData(lifetimeQuery.queryKey, saved),
  });
}

const noticeQuery = queryOptions({
  queryKey: [...accountSettingsKey, 'acting-notice'],
  queryFn: ({ signal }) => api('GET /api/profile/ActingNotice', { signal }),
});

/** Whether the owner is mailed when the vendor's staff act as a user. */
export function useActingNotice() {
  return useQuery(noticeQuery);
}

export function useSaveActingNotice() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (notifyActing: boolean) => api('PUT /api/profile/ActingNotice', { body: { notifyActing } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(noticeQuery.queryKey, saved);
      notify.success(t`Settings saved`);
    },
  });
}

const noticeDaysQuery = queryOptions({
  queryKey: [...accountSettingsKey, 'notice-days'],
  queryFn: ({ signal }) => api('GET /api/profile/NoticeDays', { signal }),
});

/** The days before an expiry on which mail is sent; null for each product's own days. */
export function useNoticeDays() {
  return useQuery(noticeDaysQuery);
}

type NoticeDay = (typeof noticeDayChoices)[number];

export function useSaveNoticeDays() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (days: NoticeDay[] | null) => api('PUT /api/profile/NoticeDays', { body: { days } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(noticeDaysQuery.queryKey, saved);
      notify.success(t`Settings saved`);
    },
  });
}

const requirementQuery = queryOptions({
  queryKey: [...accountSettingsKey, 'second-factor'],
  queryFn: ({ signal }) => api('GET /api/User/TfaSettings', { signal }),
});

/** Whether the account requires a second factor of its users. */
export function useSecondFactorRequirement() {
  return useQuery(requirementQuery);
}

/** The users whom the requirement affects, ten per page. */
export function useAffectedUsers(page: number) {
  return useQuery({
    queryKey: [...accountSettingsKey, 'affected', page],
    queryFn: ({ signal }) => api('GET /api/User/TfaSettings/Affected', { query: { page, pageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/**
 * Requires a second factor of all users, or stops requiring it. If the server refuses, the notice lists its reasons.
 */
export function useRequireSecondFactor() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tfaIsRequired: boolean) =>
      withConfirmation(() => api('PUT /api/User/TfaSettings', { body: { tfaIsRequired } })),
    meta: { showsErrors: true },
    onSuccess: (answer) => {
      if (answer.isError) {
        notify.error(answer.errors.map(({ description }) => description).join('\n') || t`Something went wrong!`);
        return;
      }
      queryClient.setQueryData(requirementQuery.queryKey, answer);
      notify.success(
        answer.data.tfaIsRequired ? t`Two-factor authentication enabled` : t`Two-factor authentication disabled`,
      );
    },
    onError: (error) => {
      reportProblem(error);
    },
  });
}
