import { useLingui } from '@lingui/react/macro';
import type { ProductToken, ProductTokenType } from '@portico/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { withConfirmation } from '../../lib/confirmation.ts';
import { notify } from '../../lib/notify.tsx';

export const productTokensKey = ['product-tokens'] as const;

/** The account's tokens of a product, without the secret part (TOK-2). */
export function useProductTokens(productId: string, page: { page: number; pageSize: number }) {
  return useQuery({
    queryKey: [...productTokensKey, 'list', productId, page],
    queryFn: ({ signal }) =>
      api('GET /api/ProductsDashboard/{productId}/GetTokens', { params: { productId }, query: page, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Refetches the lists of tokens. */
function useRefetchTokens() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: productTokensKey });
}

export interface NewToken {
  expirationDate: string;
  tokenType: ProductTokenType;
  name: string;
}

/**
 * Creates a token. The form shows failures.
 * @param onMade receives the complete token, which is not returned, because the mutation cache would keep it (TOK-2)
 */
export function useAddToken(productId: string, onMade: (token: ProductToken) => void) {
  const { t } = useLingui();
  const reread = useRefetchTokens();
  return useMutation({
    mutationFn: async (body: NewToken) =>
      onMade(
        await withConfirmation(() =>
          api('POST /api/ProductsDashboard/{productId}/AddToken', { params: { productId }, body }),
        ),
      ),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`The Token was created`);
      return reread();
    },
  });
}

/**
 * Replaces a token with a new one.
 * @param onMade as for `useAddToken`
 */
export function useReplaceToken(productId: string, tokenId: number, onMade: (token: ProductToken) => void) {
  const { t } = useLingui();
  const reread = useRefetchTokens();
  return useMutation({
    mutationFn: async (body: { overlapHours: number; expirationDate: string; name: string }) =>
      onMade(
        await withConfirmation(() =>
          api('POST /api/ProductsDashboard/{productId}/ReplaceToken/{tokenId}', {
            params: { productId, tokenId },
            body,
          }),
        ),
      ),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`The Token was created`);
      return reread();
    },
  });
}

/** Changes a token's name and last day. The form shows failures. */
export function useSaveToken(productId: string, tokenId: number) {
  const { t } = useLingui();
  const reread = useRefetchTokens();
  return useMutation({
    mutationFn: (body: { newExpirationDate: string; name: string }) =>
      withConfirmation(() =>
        api('PUT /api/ProductsDashboard/{productId}/UpdateToken/{tokenId}', { params: { productId, tokenId }, body }),
      ),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`The Token was updated`);
      return reread();
    },
  });
}

export type EndingAction = 'disable' | 'endOverlap' | 'delete';

/** Ends a token in one of three ways. The confirmation dialog shows failures. */
export function useEndToken(productId: string, tokenId: number, action: EndingAction) {
  const { t } = useLingui();
  const reread = useRefetchTokens();
  const params = { productId, tokenId };
  const calls = {
    disable: () => api('PUT /api/ProductsDashboard/{productId}/Disable/{tokenId}', { params, body: {} }),
    endOverlap: () => api('PUT /api/ProductsDashboard/{productId}/EndOverlap/{tokenId}', { params, body: {} }),
    delete: () => api('DELETE /api/ProductsDashboard/{productId}/DeleteToken/{tokenId}', { params }),
  };
  const words = {
    disable: t`The Token was disabled`,
    endOverlap: t`The Token was updated`,
    delete: t`The Token was deleted`,
  };
  return useMutation({
    mutationFn: async () => {
      await calls[action]();
    },
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(words[action]);
      return reread();
    },
  });
}
