import { useLingui } from '@lingui/react/macro';
import type { LegalVersion } from '@portico/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.tsx';

const key = ['legal', 'notices'] as const;

/** Milliseconds between two requests while a notice is being sent. */
const interval = 2_000;

/** The legal texts with the notices of their versions (LEG-6). */
export function useLegalTexts() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/Operator/LegalTexts', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ notice }) => notice && !notice.isFinished) ? interval : false,
  });
}

/** Mails all owners that a text has changed. If that is refused, the list shows why. */
export function useSendNotice({ name, version }: Pick<LegalVersion, 'name' | 'version'>) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/Operator/LegalTexts/{name}/Notice', { params: { name }, body: { version } }),
    onSuccess: () => notify.success(t`The notice is being sent`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}
