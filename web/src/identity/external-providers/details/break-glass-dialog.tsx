import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { preloaded } from '../../../lib/preloaded.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** Shows the new code, only once. The dialog closes when the owner confirms that the code is stored. */
export function BreakGlassDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useLingui();
  const [isKept, setIsKept] = useState(false);
  const { company, user } = preloaded();
  const address = `${location.origin}${paths.breakGlass}`;
  const text = [
    t`Break-glass code of ${company.name} for ${user?.login ?? ''}`,
    t`Use it with your password at ${address}`,
    '',
    code,
    '',
  ].join('\n');
  const download = () => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'break-glass-code.txt');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      staysOpen
      title={<Trans>Your break-glass code</Trans>}
      footer={
        <Button variant="primary" disabled={!isKept} onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">
          <Trans>It is shown only now. Keep it where you find it when you cannot sign in, such as in a safe.</Trans>
        </p>
        <CopyField label={t`Break-glass code`} value={code} copyLabel={t`Copy the code`} />
        <p className="text-sm text-muted wrap-anywhere">
          <Trans>It works once, with your password, at {address}</Trans>
        </p>
        <Button size="sm" className="justify-self-start" onClick={download}>
          <Download aria-hidden="true" />
          <Trans>Download</Trans>
        </Button>
        <Checkbox
          label={<Trans>I have saved it</Trans>}
          checked={isKept}
          onChange={(event) => setIsKept(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
