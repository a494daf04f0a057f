import { withCatalogs } from '../../lib/catalogs.ts';
import { loadChunk } from '../../lib/lazy.tsx';
import { isOperator } from './is-operator.ts';
import { provideOperatorParts } from './parts.ts';

/** Whether `pathname` is a page of operators. Other users who open one load its route too, which redirects them. */
export const isOperatorAddress = (pathname: string) => /^\/(?:operator|dev|billing\/stripe)(?:\/|$)/i.test(pathname);

/**
 * Loads the operators' pages and messages if the user is an operator or `pathname` is one of the pages (WEB-15).
 * @throws ChunkLoadError
 */
export async function loadOperatorParts(pathname: string): Promise<void> {
  if (!isOperator() && !isOperatorAddress(pathname)) return;
  provideOperatorParts(await loadChunk(() => withCatalogs(['operator'], () => import('./operator-parts.ts'))));
}
