import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { TrialInfo } from '../trial-form-model.ts';

/** Keeps what the account tells about its trial. The form shows failures. */
export function useSaveAdditionalInfo() {
  return useMutation({
    mutationFn: (body: TrialInfo) => api('POST /api/Products/AdditionalInfo', { body }),
    meta: { showsErrors: true },
  });
}
