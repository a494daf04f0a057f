import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleX } from 'lucide-react';
import { type Ref, useRef, useState, useSyncExternalStore } from 'react';
import { preloaded } from '../../../lib/preloaded.ts';
import { useAntiForgeryToken } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Frame } from '../components/frame.tsx';
import type { SignOutStatus } from './sign-out-of.ts';
import { useSignOutOfAll } from './use-sign-out.ts';

const never = () => () => {};

/** Shows the progress of signing out, product by product, and continues (SES-22). */
export function SignOutPage() {
  const { t } = useLingui();
  const signingOut = useSyncExternalStore(
    never,
    () => preloaded().signingOut,
    () => null,
  );
  const [isAgreed, setIsAgreed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const asks = signingOut?.asks === true && !isAgreed;
  const { statuses, isSlow } = useSignOutOfAll(signingOut, !asks, () => form.current?.submit());
  return (
    <Frame title={asks ? t`Sign out?` : t`Signing out`} step={asks ? 'asks' : ''}>
      {asks ? (
        <>
          <p className="mb-5 text-muted">
            <Trans>Another website sent you here. Nothing happens unless you confirm.</Trans>
          </p>
          <Button variant="primary" size="lg" block onClick={() => setIsAgreed(true)}>
            <Trans>Sign out</Trans>
          </Button>
        </>
      ) : (
        <Progress products={signingOut?.products ?? []} statuses={statuses} isSlow={isSlow} />
      )}
      {signingOut?.hasSession && <SignOutForm ref={form} returnUrl={signingOut.redirectUrl ?? signingOut.returnUrl} />}
    </Frame>
  );
}

interface ProgressProps {
  products: readonly { id: string; name: string }[];
  statuses: Readonly<Record<string, SignOutStatus>>;
  /** Whether unanswered products are shown as slow. */
  isSlow: boolean;
}

function Progress({ products, statuses, isSlow }: ProgressProps) {
  return (
    <>
      <p role="status" className="flex items-center gap-2.5 text-muted">
        <Spinner className="text-accent-text" />
        <Trans>One moment, we are redirecting you.</Trans>
      </p>
      {products.length > 0 && (
        <ul className="mt-5 divide-y divide-line border-t border-line">
          {products.map(({ id, name }) => (
            <li key={id} className="flex min-h-12 items-center justify-between gap-4 py-2">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <Status status={statuses[id] ?? 'unknown'} isSlow={isSlow} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Status({ status, isSlow }: { status: SignOutStatus; isSlow: boolean }) {
  if (status === 'unknown') {
    return (
      <span className="shrink-0 text-sm text-muted">
        {isSlow ? <Trans>No answer yet</Trans> : <Trans>Being signed out</Trans>}
      </span>
    );
  }
  const Icon = status === 'ok' ? CircleCheck : CircleX;
  return (
    <span
      className={`flex shrink-0 items-center gap-1.5 text-sm ${status === 'ok' ? 'text-ok' : 'text-bad'}`}
      aria-live="polite"
    >
      <Icon aria-hidden="true" className="size-4" />
      {status === 'ok' ? <Trans>Signed out</Trans> : <Trans>Not signed out</Trans>}
    </span>
  );
}

interface SignOutFormProps {
  ref: Ref<HTMLFormElement>;
  returnUrl: string | null;
}

/** Ends the portal's own session. The answer redirects. */
function SignOutForm({ ref, returnUrl }: SignOutFormProps) {
  const token = useAntiForgeryToken();
  return (
    <form ref={ref} method="post" action="/signout" hidden>
      <input type="hidden" name="__RequestVerificationToken" value={token} readOnly />
      <input type="hidden" name="productsDone" value="true" readOnly />
      {returnUrl && <input type="hidden" name="ReturnUrl" value={returnUrl} readOnly />}
    </form>
  );
}
