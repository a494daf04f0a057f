import type { SignUpStep } from '@portico/contract/sign-up';
import { api } from '../../../lib/api.ts';

/** Tells the operators' funnel that somebody came this far; that it fails is nobody's matter. */
export function noteStep(body: { visit: string; step: SignUpStep; companyName?: string; product?: string }): void {
  void api('POST /api/SignUp/Visits', { body }).catch(() => {});
}
