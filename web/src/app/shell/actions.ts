import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../lib/api.ts';
import { type Locale, switchLocale } from '../../lib/locale.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { reportProblem } from '../../lib/report-problem.ts';
import { signsIn } from '../../lib/session.ts';

/** Switches the language and refetches what the server translates. */
export function useChangeLocale(): (locale: Locale) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (locale) => {
      switchLocale(locale).then(() => queryClient.invalidateQueries(), reportProblem);
    },
    [queryClient],
  );
}

/** Ends the session, then opens the address that the server returns. */
export function useSignOut() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      // An operator who acted as a user follows the server's redirect, not the session watch of this page.
      if (preloaded().actingAs) signsIn(true);
      return api('POST /signout', { body: {} });
    },
    onError: () => signsIn(false),
    onSuccess: ({ redirectUrl }) => location.assign(redirectUrl),
  });
  return { signOut: () => mutate(), isPending };
}
