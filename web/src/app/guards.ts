import type { Action } from '@portico/contract';
import { redirect } from '@tanstack/react-router';
import { can } from '../lib/permissions.ts';
import { preloaded } from '../lib/preloaded.ts';
import { signInAddress } from '../lib/session.ts';
import { areProductPagesClosed } from '../lib/subscription-link.ts';
import { paths } from './paths.ts';

/** Redirects visitors without a session to the sign-in page, which is a separate document. */
function requireUser(): void {
  if (!preloaded().user) throw redirect({ href: signInAddress(), reloadDocument: true });
}

/**
 * Allows a route only to users who may do `action` (ACC-6). Visitors are redirected to sign-in, other users to
 * /forbidden. The server also refuses the calls.
 */
export function requireAction(action: Action): () => void {
  return () => {
    requireUser();
    if (!can(action)) throw redirect({ to: paths.forbidden });
  };
}

/**
 * Answers 404 unless the sandbox page exists and the user may open it. In production the server has neither the page
 * nor its calls.
 */
export function requireSandboxPage({ location }: { location: { href: string } }): void {
  requireUser();
  if (!preloaded().hasSandboxPage || !can('operator.sandbox')) {
    throw redirect({ to: paths.notFound, search: { redirectedFrom: location.href }, replace: true });
  }
}

/** Answers 404 except in demonstration mode, where visitors may open the outbox too. */
export function requireOutbox({ location }: { location: { href: string } }): void {
  if (!preloaded().hasOutbox) {
    throw redirect({ to: paths.notFound, search: { redirectedFrom: location.href }, replace: true });
  }
}

/**
 * Redirects from pages of a disabled product to the home page (CAT-22). Operators may still edit the product's plans.
 */
export function refuseDisabledProduct({ params }: { params: Record<string, string> }): void {
  if (params.id !== undefined && areProductPagesClosed(params.id)) throw redirect({ to: paths.home });
}
