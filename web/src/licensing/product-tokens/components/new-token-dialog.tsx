import { Trans, useLingui } from '@lingui/react/macro';
import type { ProductToken } from '@portico/contract';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { notify } from '../../../lib/notify.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** The complete new token, shown only once: it is in memory until its dialog is closed (TOK-2). */
export function NewTokenDialog({ token, onClose }: { token: ProductToken; onClose: () => void }) {
  const { t } = useLingui();
  const [isCopied, setIsCopied] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token.token);
      setIsCopied(true);
      notify.success(t`Copied`);
    } catch {
      notify.error(t`Could not copy text!`);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      staysOpen
      initialFocus={button}
      title={<Trans>Copy the token now</Trans>}
      description={token.name || undefined}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button ref={button} variant="primary" onClick={() => void copy()}>
            {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            <Trans>Copy</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-1.5">
          <span className="font-medium">
            <Trans>Token</Trans>
          </span>
          <code className="block select-all rounded-control border border-line-strong bg-canvas px-3 py-2.5 font-mono text-sm break-all">
            {token.token}
          </code>
        </div>
        <Alert tone="warning">
          <Trans>It is shown only now: we keep no copy. If it is lost, replace it.</Trans>
        </Alert>
      </div>
    </Dialog>
  );
}
