import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.tsx';

/** The operators' list, or the demonstration's outbox, which shows codes and links. */
export type MessageSource = 'operator' | 'outbox';

const key = ['mail'] as const;

/** Milliseconds between two polls of the outbox, where users wait for codes. */
const outboxPause = 3_000;

/** A page of messages, the newest first. */
export function useMessages(source: MessageSource, query: NonNullable<QueryOf<'GET /api/Operator/Messages'>>) {
  return useQuery({
    queryKey: [...key, source, 'list', query],
    queryFn: ({ signal }) =>
      source === 'outbox'
        ? api('GET /api/dev/outbox', { query, signal })
        : api('GET /api/Operator/Messages', { query, signal }),
    placeholderData: keepPreviousData,
    ...(source === 'outbox' && { refetchInterval: outboxPause }),
  });
}

/** One message, with its content if it may be seen. */
export function useMessage(source: MessageSource, id: number) {
  return useQuery({
    queryKey: [...key, source, 'message', id],
    queryFn: ({ signal }) =>
      source === 'outbox'
        ? api('GET /api/dev/outbox/{id}', { params: { id }, signal })
        : api('GET /api/Operator/Messages/{id}', { params: { id }, signal }),
    staleTime: 0,
  });
}

/** The address of a mail as its recipient sees it: a document for a frame. */
export function htmlAddress(source: MessageSource, id: number): string {
  return source === 'outbox' ? `/api/dev/outbox/${id}/Html` : `/api/Operator/Messages/${id}/Html`;
}

/** Sends a message again as a new message. */
export function useSendAgain() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('POST /api/Operator/Messages/{id}/SendAgain', { params: { id }, body: {} }),
    onSuccess: () => {
      notify.success(t`The message is being sent again`);
      return queryClient.invalidateQueries({ queryKey: key });
    },
  });
}
