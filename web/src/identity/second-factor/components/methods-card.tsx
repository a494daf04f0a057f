import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SecondFactorMethod, SecondFactorSettings } from '@portico/contract';
import { Ellipsis, RotateCcw, Trash2 } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { methodIcons, useMethodWords } from './method-words.ts';

type Provider = SecondFactorSettings['providers'][number];

interface MethodsCardProps {
  providers: readonly Provider[];
  onSetUp: (method: SecondFactorMethod) => void;
  onReset: () => void;
  onRemove: (method: SecondFactorMethod) => void;
  mayChange: boolean;
}

/** The methods with which the user can confirm, each with its actions. */
export function MethodsCard({ providers, onSetUp, onReset, onRemove, mayChange }: MethodsCardProps) {
  const set = providers.filter(({ enabled }) => enabled).length;
  return (
    <Card>
      <CardHeader
        title={<Trans>Security methods</Trans>}
        description={<Trans>Any one of these confirms that it is you</Trans>}
        action={
          <span className="text-muted">
            <Plural value={set} one="# of 3 set up" other="# of 3 set up" />
          </span>
        }
      />
      <ul className="divide-y divide-line border-t border-line">
        {providers.map((provider) => (
          <Method
            key={provider.name}
            provider={provider}
            mayChange={mayChange}
            onSetUp={() => onSetUp(provider.name)}
            onReset={onReset}
            onRemove={() => onRemove(provider.name)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface MethodProps {
  provider: Provider;
  mayChange: boolean;
  onSetUp: () => void;
  onReset: () => void;
  onRemove: () => void;
}

function Method({ provider, mayChange, onSetUp, onReset, onRemove }: MethodProps) {
  const { t } = useLingui();
  const { name, about } = useMethodWords()[provider.name];
  const Icon = methodIcons[provider.name];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
      <span className="grid size-10 shrink-0 place-items-center rounded-[10px] bg-neutral-soft text-muted [&_svg]:size-4.5">
        <Icon aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          <MethodBadge provider={provider} />
        </h3>
        <p className="text-sm text-muted wrap-anywhere">
          {provider.enabled ? <MethodFacts provider={provider} /> : about}
        </p>
      </div>
      {provider.enabled && !provider.isClosed ? (
        <Menu
          trigger={
            <IconButton label={t`Actions for ${name}`} disabled={!mayChange}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        >
          {provider.name === 'Authenticator' ? (
            <MenuItem icon={RotateCcw} onSelect={onReset}>
              <Trans>Reset</Trans>
            </MenuItem>
          ) : (
            <MenuItem icon={RotateCcw} onSelect={onSetUp}>
              {provider.name === 'Email' ? <Trans>Use another address</Trans> : <Trans>Use another number</Trans>}
            </MenuItem>
          )}
          <MenuItem icon={Trash2} tone="danger" onSelect={onRemove}>
            <Trans>Remove</Trans>
          </MenuItem>
        </Menu>
      ) : (
        <Button onClick={onSetUp} disabled={!mayChange} aria-label={t`Set up: ${name}`}>
          {provider.isClosed ? <Trans>Set up again</Trans> : <Trans>Set up</Trans>}
        </Button>
      )}
    </li>
  );
}

function MethodBadge({ provider: { enabled, isClosed } }: { provider: Provider }) {
  if (isClosed)
    return (
      <Badge tone="bad">
        <Trans>Locked after too many wrong codes</Trans>
      </Badge>
    );
  return enabled ? (
    <Badge tone="ok">
      <Trans>On</Trans>
    </Badge>
  ) : (
    <Badge tone="neutral">
      <Trans>Not set up</Trans>
    </Badge>
  );
}

function MethodFacts({ provider: { factor, setUpAt, lastUsedAt } }: { provider: Provider }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const since = setUpAt && date(setUpAt);
  const used = lastUsedAt && date(lastUsedAt, 'dateTime');
  const facts = [factor, since && t`set up ${since}`, used && t`last used ${used}`].filter(Boolean);
  return facts.join(' · ');
}
