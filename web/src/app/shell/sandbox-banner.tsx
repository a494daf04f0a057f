import { Trans, useLingui } from '@lingui/react/macro';
import { FlaskConical } from 'lucide-react';

/** Shows operators that this production has no Stripe keys and takes no money (RUN-5). */
export function SandboxBanner() {
  const { t } = useLingui();
  return (
    <section
      aria-label={t`Payments go to the sandbox`}
      className="shell-banner flex items-center gap-x-2.5 border-b border-line px-4 text-sm text-warning sm:px-6"
    >
      <FlaskConical aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0">
        <Trans>
          <strong className="font-semibold">Payments go to the sandbox.</strong> This portal has no Stripe keys: nobody
          is charged.
        </Trans>
      </p>
    </section>
  );
}
