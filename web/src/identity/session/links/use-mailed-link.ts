import type { LinkKind } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../lib/problem.ts';
import { checkLink, deleteToken, type MailedLink, readToken } from '../api/mailed-link.ts';

export type LinkState =
  | { kind: 'checking' }
  /** The link's state is unknown. */
  | { kind: 'failed'; error: unknown }
  /** The link was used, has expired, was replaced, or belongs to another page. */
  | { kind: 'useless' }
  | { kind: 'good'; token: string; link: MailedLink };

export const isUseless = (error: unknown): boolean => error instanceof ApiError && error.code === 'LinkExpired';

/** The opened link, checked without using it. Another link in the same tab starts over. */
export function useMailedLink(page: LinkKind) {
  const [state, setState] = useState<LinkState>({ kind: 'checking' });

  const discard = useCallback(() => {
    deleteToken(page);
    setState({ kind: 'useless' });
  }, [page]);

  const check = useCallback(async () => {
    const token = readToken(page);
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
    // Another link in the address of the same page does not load a new document.
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
