import type { LinkKind } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../lib/problem.ts';
import { checkLink, dropToken, type MailedLink, takeToken } from '../api/mailed-link.ts';

export type LinkState =
  | { kind: 'checking' }
  /** It is not known what the link is worth. */
  | { kind: 'failed'; error: unknown }
  /** The link was used, is too old, was replaced, or is no link of this page. */
  | { kind: 'useless' }
  | { kind: 'good'; token: string; link: MailedLink };

export const isUseless = (error: unknown): boolean => error instanceof ApiError && error.code === 'LinkExpired';

/** The link that was opened, looked at without being used. Another link in the same tab begins anew. */
export function useMailedLink(page: LinkKind) {
  const [state, setState] = useState<LinkState>({ kind: 'checking' });

  const discard = useCallback(() => {
    dropToken(page);
    setState({ kind: 'useless' });
  }, [page]);

  const check = useCallback(async () => {
    const token = takeToken(page);
    if (!token) return setState({ kind: 'useless' });
    try {
      const link = await checkLink(token);
      if (link.kind === page) setState({ kind: 'good', token, link });
      else discard();
    } catch (error) {
      if (isUseless(error) || (error instanceof ApiError && error.code === 'ValidationError')) discard();
      else setState({ kind: 'failed', error });
    }
  }, [page, discard]);

  useEffect(() => {
    void check();
    // The same page with another link in the address is no new document.
    const another = () => location.hash.length > 1 && location.reload();
    addEventListener('hashchange', another);
    return () => removeEventListener('hashchange', another);
  }, [check]);

  const retry = useCallback(() => {
    setState({ kind: 'checking' });
    void check();
  }, [check]);

  return { state, retry, discard };
}
