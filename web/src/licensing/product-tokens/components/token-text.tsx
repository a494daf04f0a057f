import { Trans } from '@lingui/react/macro';
import type { ProductToken, ProductTokenState, ProductTokenType } from '@portico/contract';
import { neverExpires } from '@portico/contract/browser';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { useDayText } from '../../../lib/use-day-text.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { daysUntil } from '../model/days.ts';

const tones: Record<ProductTokenState, BadgeTone> = {
  active: 'ok',
  expiresSoon: 'warning',
  beingReplaced: 'accent',
  expired: 'neutral',
  disabled: 'neutral',
};

/** The state of a token (TOK-5); a leaked one is red. */
export function StateTag({ state, isLeaked }: { state: ProductTokenState; isLeaked: boolean }) {
  const words: Record<ProductTokenState, ReactNode> = {
    active: <Trans context="token">Active</Trans>,
    expiresSoon: <Trans>Expires soon</Trans>,
    beingReplaced: <Trans>Being replaced</Trans>,
    expired: <Trans context="token">Expired</Trans>,
    disabled: isLeaked ? <Trans>Leaked, disabled</Trans> : <Trans context="token">Disabled</Trans>,
  };
  return <Badge tone={isLeaked ? 'bad' : tones[state]}>{words[state]}</Badge>;
}

/** The name of a type. */
export function TypeText({ type }: { type: ProductTokenType }) {
  return type === 'Public' ? <Trans context="token">Public</Trans> : <Trans context="token">Secret</Trans>;
}

/** Two lines of a cell; side by side in the card of a row on a phone. */
function TwoLines({ first, second, tone }: { first: ReactNode; second?: ReactNode; tone?: 'warning' }) {
  return (
    <span className="block min-w-0 max-sm:text-right">
      <span className="block">{first}</span>
      {second && (
        <span className={cn('block text-xs tabular-nums', tone === 'warning' ? 'text-warning' : 'text-muted')}>
          {second}
        </span>
      )}
    </span>
  );
}

/** When, with which version and from where a token was last used (TOK-8). */
export function LastUse({ lastUse }: Pick<ProductToken, 'lastUse'>) {
  const { date, distance } = useFormat();
  if (!lastUse)
    return (
      <span className="text-muted">
        <Trans>Never used</Trans>
      </span>
    );
  const { at, version, address } = lastUse;
  const moment = (
    <time dateTime={at} title={date(at, 'exact')}>
      {distance(at)}
    </time>
  );
  return <TwoLines first={moment} second={[version, address].filter(Boolean).join(' · ')} />;
}

/** When a token expires. */
export function Expiry({ token }: { token: ProductToken }) {
  const { date, distance } = useFormat();
  const dayText = useDayText();
  const { state, expirationDate, overlapEnds, disabled } = token;
  if (disabled) return <Since at={disabled.at} />;
  if (overlapEnds) {
    const time = date(overlapEnds, 'time');
    const day = date(overlapEnds);
    return (
      <TwoLines
        first={day}
        second={state === 'beingReplaced' ? <Trans>both work until {time}</Trans> : <Trans>replaced at {time}</Trans>}
      />
    );
  }
  if (expirationDate >= neverExpires) return <Trans context="token expires">Never</Trans>;
  const days = daysUntil(expirationDate);
  const far = days === 0 ? <Trans>at the end of today</Trans> : distance(new Date(Date.now() + days * 86_400_000));
  return (
    <TwoLines
      first={dayText(expirationDate)}
      second={far}
      {...(state === 'expiresSoon' && { tone: 'warning' as const })}
    />
  );
}

function Since({ at }: { at: string }) {
  const { date } = useFormat();
  const day = date(at);
  return (
    <span className="text-muted">
      <Trans>disabled {day}</Trans>
    </span>
  );
}
