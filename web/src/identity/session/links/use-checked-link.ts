import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../lib/problem.ts';
import { readToken } from '../api/mailed-link.ts';

type LinkState<Link> =
  | { kind: 'checking' }
  /** The link's state is unknown. */
  | { kind: 'failed'; error: unknown }
  /** The address has no token, because a mail program shortened it. */
  | { kind: 'incomplete' }
  /** The link was used, has expired, was replaced, or belongs to another page. */
  | { kind: 'useless' }
  | { kind: 'good'; token: string; link: Link };

export const isUseless = (error: unknown): boolean => error instanceof ApiError && error.code === 'LinkExpired';

/**
 * The opened link of a page, checked without using it. Opening another link in the same tab reloads the page.
 * @param check returns null for a link of another page; must not change between renders
 * @param onUseless must not change between renders
 */
export function useCheckedLink<Link>(
  page: string,
  check: (token: string) => Promise<Link | null>,
  onUseless?: () => void,
) {
  const [state, setState] = useState<LinkState<Link>>({ kind: 'checking' });

  const discard = useCallback(() => {
    onUseless?.();
    setState({ kind: 'useless' });
  }, [onUseless]);

  const run = useCallback(async () => {
    const token = readToken(page);
    if (!token) return setState({ kind: 'incomplete' });
    try {
      const link = await check(token);
      if (link === null) discard();
      else setState({ kind: 'good', token, link });
    } catch (error) {
      if (isUseless(error) || (error instanceof ApiError && error.code === 'ValidationError')) discard();
      else setState({ kind: 'failed', error });
    }
  }, [page, check, discard]);

  useEffect(() => {
    void run();
    // Another link to the same page changes only the fragment, so the browser loads no new document.
    const another = () => location.hash.length > 1 && location.reload();
    addEventListener('hashchange', another);
    return () => removeEventListener('hashchange', another);
  }, [run]);

  const retry = useCallback(() => {
    setState({ kind: 'checking' });
    void run();
  }, [run]);

  return { state, retry, discard };
}
