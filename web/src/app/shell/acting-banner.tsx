import { Trans, useLingui } from '@lingui/react/macro';
import type { Preloaded } from '@portico/contract';
import { ShieldAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { notify } from '../../lib/notify.tsx';
import { signsIn, useAntiForgeryToken } from '../../lib/session.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const ActingIsOver = lazyPart(() => import('./acting-is-over.tsx').then((module) => module.ActingIsOver));

/** Seconds before the end at which the countdown starts. */
const lastSeconds = 5 * 60;

/** Both names, the time left and a button to stop (UI-10). */
export function ActingBanner({ operatorName, text, until, secondsLeft }: NonNullable<Preloaded['actingAs']>) {
  const { t } = useLingui();
  const token = useAntiForgeryToken();
  const left = useSecondsLeft(secondsLeft);
  const isEnding = left > 0 && left <= lastSeconds;
  useEffect(() => {
    if (isEnding) notify.warning(t`You can act as this user for less than 5 more minutes. Save your work.`);
  }, [isEnding, t]);
  return (
    <section
      aria-label={t`Acting as another user`}
      className="shell-banner flex items-center gap-x-4 px-4 text-surface sm:px-6"
    >
      <ShieldAlert aria-hidden="true" className="size-[18px] shrink-0" />
      <p className="min-w-0 flex-1 font-medium max-sm:text-sm max-sm:leading-5">
        <span className="max-sm:line-clamp-2">{text}</span>{' '}
        <span className="font-normal whitespace-nowrap max-sm:block max-sm:truncate">
          {operatorName && `${operatorName} · `}
          <TimeLeft seconds={left} until={until} />
        </span>
      </p>
      <form method="post" action="/signout" className="shrink-0" onSubmit={() => signsIn(true)}>
        <input type="hidden" name="__RequestVerificationToken" value={token} />
        <button
          type="submit"
          className="h-8 rounded-control bg-surface px-3 text-sm font-medium text-ink hover:bg-surface-hover"
        >
          <Trans>Sign out</Trans>
        </button>
      </form>
      <PartBoundary onFailure={() => {}}>{left === 0 && <ActingIsOver operatorName={operatorName} />}</PartBoundary>
    </section>
  );
}

/** The minutes left; in the last five minutes also the seconds. */
function TimeLeft({ seconds, until }: { seconds: number; until: string }) {
  const { date } = useFormat();
  const minutes = Math.ceil(seconds / 60);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <span title={date(until, 'exact')} className="tabular-nums">
      {seconds > lastSeconds ? <Trans>{minutes} min left</Trans> : <Trans>{clock} left</Trans>}
    </span>
  );
}

/**
 * Counts seconds down to 0, starting when the page was requested, so that a wrong browser clock does not matter.
 * @param seconds left when the server rendered the page
 */
function useSecondsLeft(seconds: number): number {
  const leftNow = () => Math.max(0, Math.floor(seconds - performance.now() / 1000));
  const [left, setLeft] = useState(leftNow);
  useEffect(() => {
    const timer = setInterval(() => setLeft(leftNow()), 1000);
    return () => clearInterval(timer);
  });
  return left;
}
