import { Trans, useLingui } from '@lingui/react/macro';
import type { SecondFactorSettings } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useForgetBrowser, useForgetOneBrowser, useRememberedBrowsers } from '../second-factor.api.ts';

interface RememberedBrowsersCardProps {
  settings: SecondFactorSettings;
  mayChange: boolean;
}

/** The browsers that need no second factor, this one first. Renders nothing if there are no such browsers. */
export function RememberedBrowsersCard({ settings, mayChange }: RememberedBrowsersCardProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const browsers = useRememberedBrowsers();
  const forget = useForgetBrowser();
  const forgetOne = useForgetOneBrowser();
  const others = browsers.data?.items.filter(({ isCurrent }) => !isCurrent) ?? [];
  const until = settings.rememberedUntil && date(settings.rememberedUntil);
  if (!settings.isMachineRemembered && others.length === 0) return null;
  return (
    <Card className="grid gap-3 p-5">
      {settings.isMachineRemembered && (
        <>
          <div>
            <h2 className="text-lg font-semibold tracking-tight">
              <Trans>This browser is remembered</Trans>
            </h2>
            <p className="mt-0.5 text-muted">
              <Trans>Until {until} it does not ask for a second factor after your password.</Trans>
            </p>
          </div>
          <Button block onClick={() => forget.mutate()} pending={forget.isPending} disabled={!mayChange}>
            <Trans>Forget this browser</Trans>
          </Button>
        </>
      )}
      {others.length > 0 && (
        <>
          <h2 className={settings.isMachineRemembered ? 'font-medium' : 'text-lg font-semibold tracking-tight'}>
            <Trans>Other remembered browsers</Trans>
          </h2>
          <ul className="grid gap-3">
            {others.map(({ id, name, rememberedUntil }) => {
              const day = date(rememberedUntil);
              return (
                <li key={id} className="flex items-center justify-between gap-3">
                  <span className="min-w-0">
                    <span className="block truncate font-medium">{name}</span>
                    <span className="block text-sm text-muted">
                      <Trans>until {day}</Trans>
                    </span>
                  </span>
                  <Button
                    size="sm"
                    aria-label={t`Forget ${name}`}
                    disabled={!mayChange}
                    pending={forgetOne.isPending && forgetOne.variables === id}
                    onClick={() => forgetOne.mutate(id)}
                  >
                    <Trans>Forget</Trans>
                  </Button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Card>
  );
}
