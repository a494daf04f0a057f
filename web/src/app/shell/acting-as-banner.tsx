import { Trans, useLingui } from '@lingui/react/macro';
import { ShieldAlert } from 'lucide-react';
import { useFormat } from '../../lib/format.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { useAntiForgeryToken } from '../../lib/session.ts';

/** Tells an operator who is signed in as a customer so, on every page, with the way out (UI-10). */
export function ActingAsBanner() {
  const { t } = useLingui();
  const token = useAntiForgeryToken();
  const { date } = useFormat();
  const { actingAs } = preloaded();
  if (!actingAs) return null;
  const until = date(actingAs.until, 'time');
  return (
    <section
      aria-label={t`Acting as another user`}
      className="shell-banner flex items-center gap-x-4 px-4 text-surface sm:px-6"
    >
      <ShieldAlert aria-hidden="true" className="size-[18px] shrink-0" />
      <p className="min-w-0 flex-1 font-medium max-sm:line-clamp-2">
        {actingAs.text}{' '}
        <span className="font-normal whitespace-nowrap max-sm:hidden">
          <Trans>Ends at {until}.</Trans>
        </span>
      </p>
      <form method="post" action="/signout" className="shrink-0">
        <input type="hidden" name="__RequestVerificationToken" value={token} />
        <button
          type="submit"
          className="h-8 rounded-control bg-surface px-3 text-sm font-medium text-ink hover:bg-surface-hover"
        >
          <Trans>Sign out</Trans>
        </button>
      </form>
    </section>
  );
}
