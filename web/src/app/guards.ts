import type { Feature } from '@portico/contract';
import { redirect } from '@tanstack/react-router';
import { hasFeature, preloaded } from '../lib/preloaded.ts';
import { signInAddress } from '../lib/session.ts';
import { paths } from './paths.ts';

/** Leads a visitor without a session to the sign-in page, which is a document of its own. */
export function requireUser(): void {
  if (!preloaded().user) throw redirect({ href: signInAddress(), reloadDocument: true });
}

/** Hides a route from users who lack one of the features (spec 1 §6); the server refuses its calls anyway. */
export function requireFeatures(...features: Feature[]): () => void {
  return () => {
    if (!features.every(hasFeature)) throw redirect({ to: paths.forbidden });
  };
}

/** Hides a route from everybody but the vendor's staff; the server refuses its calls anyway. */
export function requireOperator(): void {
  if (!preloaded().user?.roles.includes('Super Admin')) throw redirect({ to: paths.forbidden });
}

/** The sandbox page are not there for anybody else; the server knows neither page nor calls in production. */
export function requireSandboxPage({ location }: { location: { href: string } }): void {
  requireUser();
  if (!preloaded().hasSandboxPage) {
    throw redirect({ to: paths.notFound, search: { redirectedFrom: location.href }, replace: true });
  }
}

/** Product routes of a disabled product lead home (spec 2 §2). */
export function refuseDisabledProduct({ params }: { params: { id: string } }): void {
  const id = params.id.toLowerCase();
  if (preloaded().products.some((product) => product.isDisabled && product.id.toLowerCase() === id)) {
    throw redirect({ to: paths.home });
  }
}
