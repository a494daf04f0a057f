import type { Action } from '@portico/contract';
import { redirect } from '@tanstack/react-router';
import { can } from '../lib/permissions.ts';
import { preloaded } from '../lib/preloaded.ts';
import { signInAddress } from '../lib/session.ts';
import { paths } from './paths.ts';

/** Leads a visitor without a session to the sign-in page, which is a document of its own. */
function requireUser(): void {
  if (!preloaded().user) throw redirect({ href: signInAddress(), reloadDocument: true });
}

/** Opens a route to those who may do `action` (ACC-6): a visitor is led to sign-in, everybody else to /forbidden. The server refuses its calls anyway. */
export function requireAction(action: Action): () => void {
  return () => {
    requireUser();
    if (!can(action)) throw redirect({ to: paths.forbidden });
  };
}

/** The sandbox page is not there for anybody else; the server knows neither page nor calls in production. */
export function requireSandboxPage({ location }: { location: { href: string } }): void {
  requireUser();
  if (!preloaded().hasSandboxPage || !can('operator.sandbox')) {
    throw redirect({ to: paths.notFound, search: { redirectedFrom: location.href }, replace: true });
  }
}

/** The outbox is there in demonstration mode only; the server knows neither page nor calls elsewhere. Visitors may open it. */
export function requireOutbox({ location }: { location: { href: string } }): void {
  if (!preloaded().hasOutbox) {
    throw redirect({ to: paths.notFound, search: { redirectedFrom: location.href }, replace: true });
  }
}

/** Product routes of a disabled product lead home (CAT-22), save for operators, who keep its plans. */
export function refuseDisabledProduct({ params }: { params: Record<string, string> }): void {
  if (can('operator.catalog')) return;
  const id = params.id?.toLowerCase();
  if (preloaded().products.some((product) => product.isDisabled && product.id.toLowerCase() === id)) {
    throw redirect({ to: paths.home });
  }
}
