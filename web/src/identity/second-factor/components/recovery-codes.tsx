import { Trans, useLingui } from '@lingui/react/macro';
import { Download, Printer } from 'lucide-react';
import { preloaded } from '../../../lib/preloaded.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';

/** New recovery codes, shown only once, to copy, save or print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui();
  const { company, user } = preloaded();
  const text = [
    t`Recovery codes of ${company.name} for ${user?.login ?? ''}`,
    t`Each code works once.`,
    '',
    ...codes,
    '',
  ].join('\n');
  return (
    <section aria-label={t`Recovery codes`} className="grid gap-3">
      <p className="text-muted">
        <Trans>
          Each code signs you in once if you do not have any of your methods with you. They are shown only now, so keep
          them in a safe place.
        </Trans>
      </p>
      <div className="relative rounded-control border border-line bg-canvas px-4 py-3">
        <ul className="grid gap-y-1.5 pr-8 font-mono text-sm tabular-nums">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton value={text} label={t`Copy all codes`} className="absolute top-2 right-2 size-8" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'recovery-codes.txt')}
        >
          <Download aria-hidden="true" />
          <Trans>Download</Trans>
        </Button>
        <Button size="sm" onClick={() => printText(text)}>
          <Printer aria-hidden="true" />
          <Trans>Print</Trans>
        </Button>
      </div>
    </section>
  );
}

/** Prints only the codes, from a separate frame. */
function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  if (!page || !frame.contentWindow) return;
  const lines = page.createElement('pre');
  lines.textContent = text;
  page.body.append(lines);
  frame.contentWindow.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow.print();
}
