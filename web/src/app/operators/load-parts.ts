import { withCatalogs } from '../../lib/catalogs.ts';
import { loadChunk } from '../../lib/lazy.tsx';
import { isOperator } from './is-operator.ts';
import { provideOperatorParts } from './parts.ts';

/**
 * Whether `pathname` is a page for operators. Other users who open such a page load its route too, which redirects
 * them.
 */
export const isOperatorAddress = (pathname: string) => /^\/(?:operator|dev|billing\/stripe)(?:\/|$)/i.test(pathname);

/**
 * Loads the operators' pages and messages if the user is an operator or opens one of these pages (WEB-15).
 * @throws ChunkLoadError
 */
export async function loadOperatorParts(pathname: string): Promise<void> {
  if (!isOperator() && !isOperatorAddress(pathname)) return;
  provideOperatorParts(await loadChunk(() => withCatalogs(['operator'], () => import('./operator-parts.ts'))));
}
