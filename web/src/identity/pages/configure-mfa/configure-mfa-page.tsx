import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.ts';
import { withCatalogs } from '../../../lib/catalogs.ts';
import { loadChunk } from '../../../lib/lazy.tsx';
import { preloaded } from '../../../lib/preloaded.ts';
import { safeReturnUrl } from '../../../lib/session.ts';
import { wantedReturnUrl } from '../../session/api/return-url.ts';
import { Frame } from '../../session/components/frame.tsx';
import { Failure, FormSkeleton } from '../../session/components/parts.tsx';
import type { SetUpProps } from './set-up.tsx';

const never = () => () => {};
const leadOn = () => location.replace(safeReturnUrl(wantedReturnUrl()));

/**
 * The page on which a user sets up a required second factor during the sign-in; nothing else is accessible until then
 * (MFA-12).
 */
export function ConfigureMfaPage() {
  const { t } = useLingui();
  const user = useSyncExternalStore(
    never,
    () => preloaded().user,
    () => null,
  );
  const accountName = user?.accountName;
  return (
    <Frame title={t`Set up your second factor`} wide after={<SignOut />}>
      {user && (
        <p className="mb-6 text-muted">
          <Trans>
            {accountName} asks everybody to confirm a sign-in in a second way besides the password. Set one up to go on;
            you can add others in your profile.
          </Trans>
        </p>
      )}
      {user ? <LateSetUp email={user.email} onDone={leadOn} /> : <FormSkeleton />}
    </Frame>
  );
}

/** Loads the setup and its messages lazily, so that the page appears first. */
function LateSetUp(props: SetUpProps) {
  const { t } = useLingui();
  const [SetUp, setSetUp] = useState<ComponentType<SetUpProps>>();
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    loadChunk(() => withCatalogs(['profile'], () => import('./set-up.tsx'))).then(
      (module) => setSetUp(() => module.SetUp),
      () => setIsLost(true),
    );
  }, []);
  if (isLost) {
    return (
      // Reloads, because Chromium does not request a failed module again on the same page.
      <Failure onRetry={() => location.reload()}>
        {t`This could not be loaded. Check your connection and try again.`}
      </Failure>
    );
  }
  return SetUp ? <SetUp {...props} /> : <FormSkeleton />;
}

/** Signs out, to the sign-in page. */
function SignOut() {
  const [isPending, setIsPending] = useState(false);
  const signOut = async () => {
    setIsPending(true);
    try {
      const { redirectUrl } = await api('POST /signout', { body: {} });
      location.assign(redirectUrl);
    } catch {
      // If the call fails, the page stays with its input.
      setIsPending(false);
    }
  };
  return (
    <p className="mt-5 text-center text-sm">
      <button
        type="button"
        disabled={isPending}
        className="rounded font-medium text-muted underline-offset-4 hover:text-ink hover:underline"
        onClick={() => void signOut()}
      >
        <Trans>Sign out</Trans>
      </button>
    </p>
  );
}
