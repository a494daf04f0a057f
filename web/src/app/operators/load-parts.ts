import { withCatalogs } from '../../lib/catalogs.ts';
import { loadChunk } from '../../lib/lazy.tsx';
import { isOperator } from './is-operator.ts';
import { provideOperatorParts } from './parts.ts';

/** Whether a page of operators is at `pathname`. Others who open one load its route too, which says that it is not theirs. */
export const isOperatorAddress = (pathname: string) => /^\/(?:operator|dev|billing\/stripe)(?:\/|$)/i.test(pathname);

/** Loads the parts for operators and their words, where the reader is an operator or `pathname` is one of their pages (WEB-15). @throws ChunkLoadError */
export async function loadOperatorParts(pathname: string): Promise<void> {
  if (!isOperator() && !isOperatorAddress(pathname)) return;
  provideOperatorParts(await loadChunk(() => withCatalogs(['operator'], () => import('./operator-parts.ts'))));
}
