import { Trans } from '@lingui/react/macro';
import type { ExternalProvider } from '@portico/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { externalProvidersKey, useMakeBreakGlassCode } from '../external-providers.api.ts';
import { cardIds } from './missing-parts.tsx';

const CodeDialog = lazyPart(() => import('./break-glass-dialog.tsx').then((module) => module.BreakGlassDialog));

/** The owner's sign-in while the provider does not work (SSO-34). */
export function BreakGlassCard({ provider }: { provider: ExternalProvider }) {
  const { hasBreakGlassCode, active, prohibitOtherAuthentications } = provider;
  const { isAsking, setIsAsking, make, code, setCode, begin } = useNewCode();
  const isOwner = preloaded().user?.isOwner === true && can('externalProviders.breakGlass');
  return (
    <Card id={cardIds.breakGlass} className="px-5 py-4 sm:px-6 sm:py-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg font-semibold tracking-tight">
          <Trans>Break-glass code</Trans>
        </h2>
        <CodeBadge isMade={hasBreakGlassCode} />
      </div>
      <p className="mt-1 text-sm text-muted">
        <Trans>Lets the owner in with the password when SSO is required and the provider does not work.</Trans>
      </p>
      {active && prohibitOtherAuthentications && !hasBreakGlassCode && (
        <Alert tone="warning" className="mt-3">
          <Trans>SSO is required, and the owner has no code: nobody can sign in if the provider does not work.</Trans>
        </Alert>
      )}
      {isOwner ? (
        <Button
          size="sm"
          className="mt-3"
          pending={make.isPending}
          {...CodeDialog.warmUp}
          onClick={() => (hasBreakGlassCode ? setIsAsking(true) : void begin())}
        >
          {hasBreakGlassCode ? <Trans>Make a new code</Trans> : <Trans>Make the code</Trans>}
        </Button>
      ) : (
        !hasBreakGlassCode && (
          <p className="mt-2 text-sm">
            <Trans>Only the account’s owner can make it.</Trans>
          </p>
        )
      )}
      <LateConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        tone="primary"
        title={<Trans>Make a new code?</Trans>}
        description={<Trans>The code that you have now stops working.</Trans>}
        confirmLabel={<Trans>Make a new code</Trans>}
        onConfirm={() => {
          setIsAsking(false);
          void begin();
        }}
      />
      <PartBoundary onFailure={() => setCode(null)}>
        {code !== null && <CodeDialog code={code} onClose={() => setCode(null)} />}
      </PartBoundary>
    </Card>
  );
}

function CodeBadge({ isMade }: { isMade: boolean }) {
  return isMade ? (
    <Badge tone="ok">
      <Trans context="code">Made</Trans>
    </Badge>
  ) : (
    <Badge tone="neutral">
      <Trans context="code">None</Trans>
    </Badge>
  );
}

/** Creates a code and keeps it in memory until its dialog is closed. */
function useNewCode() {
  const queryClient = useQueryClient();
  const make = useMakeBreakGlassCode();
  const [isAsking, setIsAsking] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const begin = async () => {
    try {
      const made = await make.mutateAsync();
      setCode(made.code);
      void queryClient.invalidateQueries({ queryKey: externalProvidersKey });
    } catch (error) {
      reportProblem(error);
    }
  };
  return { isAsking, setIsAsking, make, code, setCode, begin };
}
