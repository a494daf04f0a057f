import { Trans, useLingui } from '@lingui/react/macro';
import { Fingerprint, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { canStorePasskeys, recordOffer, useAddPasskey } from '../passkeys.api.ts';
import { usePasskeyProblem } from './use-passkey-problem.ts';

/**
 * Offers a passkey after a sign-in with a password if this device can store one. The offer is made once, so showing
 * it is recorded immediately (PSK-11). It overlays the page, so that nothing moves.
 */
export function PasskeyOffer() {
  const { t } = useLingui();
  const [isShown, setIsShown] = useState(false);
  const add = useAddPasskey();
  const problem = usePasskeyProblem()(add.error);
  useEffect(() => {
    let isOver = false;
    void canStorePasskeys().then((keeps) => {
      if (!keeps || isOver) return;
      setIsShown(true);
      void recordOffer();
    });
    return () => {
      isOver = true;
    };
  }, []);
  if (!isShown) return null;
  const close = () => setIsShown(false);
  const title = t`Sign in faster next time`;
  return (
    <aside
      aria-label={title}
      className="fixed right-4 bottom-4 z-30 flex w-96 max-w-[calc(100vw-2rem)] items-start gap-3 rounded-card border border-line bg-surface p-4 shadow-popup"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-[10px] bg-accent-soft text-accent-text [&_svg]:size-5">
        <Fingerprint aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="mt-0.5 text-sm text-muted">
          <Trans>With a passkey you sign in by fingerprint, face or PIN, without a password.</Trans>
        </p>
        {problem && (
          <Alert tone="bad" className="mt-3">
            {problem}
          </Alert>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="primary"
            pending={add.isPending}
            onClick={() => add.mutate(undefined, { onSuccess: close })}
          >
            <Trans>Add a passkey</Trans>
          </Button>
          <Button size="sm" onClick={close} disabled={add.isPending}>
            <Trans>Not now</Trans>
          </Button>
        </div>
      </div>
      <IconButton size="sm" label={t`Close`} onClick={close} className="-mt-1 -mr-1">
        <X aria-hidden="true" />
      </IconButton>
    </aside>
  );
}
