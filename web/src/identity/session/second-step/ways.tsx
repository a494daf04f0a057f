import { Trans, useLingui } from '@lingui/react/macro';
import type { Challenge, SecondFactorMethod } from '@portico/contract';
import { ChevronRight, KeyRound, LifeBuoy, Mail, MessageSquareText, Smartphone } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';

/** A way for users to prove their identity. */
export type Way = SecondFactorMethod | 'Recovery';

const icons = { Authenticator: Smartphone, Email: Mail, Phone: MessageSquareText, Recovery: LifeBuoy };

/** The method to show first: the one by which a code was sent, otherwise the suggested one, otherwise any. */
export function firstWay({ methods, sentBy, suggested }: Challenge): Way {
  return sentBy ?? suggested ?? methods[0]?.name ?? 'Recovery';
}

interface WayListProps {
  challenge: Challenge;
  current: Way;
  /** Whether another step is in progress. */
  disabled: boolean;
  onChoose: (way: Way) => void;
  onPasskey: () => void;
}

/** The methods that are not shown now, one per line. */
export function OtherWays({ challenge, current, disabled, onChoose, onPasskey }: WayListProps) {
  const { t } = useLingui();
  const names: Record<Way, string> = {
    Authenticator: t`Code from the authenticator`,
    Email: t`Code by email`,
    Phone: t`Code by text message`,
    Recovery: t`Recovery code`,
  };
  const ways = [
    ...challenge.methods.map(({ name, target }) => ({ way: name as Way, target })),
    ...(challenge.hasRecoveryCodes ? [{ way: 'Recovery' as const, target: null }] : []),
  ].filter(({ way }) => way !== current);
  if (ways.length === 0 && !challenge.hasPasskeys) return null;
  return (
    <section className="mt-6 border-t border-line pt-5">
      <h2 className="mb-2 text-sm font-medium text-muted">
        <Trans>Other ways</Trans>
      </h2>
      <ul className="overflow-hidden rounded-control border border-line">
        {challenge.hasPasskeys && (
          <WayLine icon={KeyRound} disabled={disabled} onClick={onPasskey}>
            <Trans>Passkey</Trans>
          </WayLine>
        )}
        {ways.map(({ way, target }) => (
          <WayLine key={way} icon={icons[way]} detail={target} disabled={disabled} onClick={() => onChoose(way)}>
            {names[way]}
          </WayLine>
        ))}
      </ul>
    </section>
  );
}

interface WayLineProps {
  icon: ComponentType<{ className?: string; 'aria-hidden': 'true' }>;
  detail?: string | null;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function WayLine({ icon: Icon, detail, disabled, onClick, children }: WayLineProps) {
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        disabled={disabled}
        className="flex min-h-11 w-full items-center gap-3 px-3.5 py-2 text-left hover:bg-surface-hover focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:text-muted"
        onClick={onClick}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block">{children}</span>
          {detail && <span className="block truncate text-xs text-muted">{detail}</span>}
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </button>
    </li>
  );
}
