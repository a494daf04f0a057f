import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../lib/api.ts';
import { type Locale, switchLocale } from '../../lib/locale.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { reportProblem } from '../../lib/report-problem.ts';
import { signsIn } from '../../lib/session.ts';

/** Switches the language; what the server words is asked for again. */
export function useChangeLocale(): (locale: Locale) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (locale) => {
      switchLocale(locale).then(() => queryClient.invalidateQueries(), reportProblem);
    },
    [queryClient],
  );
}

/** Ends the session on the server, then leaves for where the server says. */
export function useSignOut() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      // An operator who acted as a user is led back, and not to where the watch of this page would lead. For others the watch is a second way out.
      if (preloaded().actingAs) signsIn(true);
      return api('POST /signout', { body: {} });
    },
    onError: () => signsIn(false),
    onSuccess: ({ redirectUrl }) => location.assign(redirectUrl),
  });
  return { signOut: () => mutate(), isPending };
}
