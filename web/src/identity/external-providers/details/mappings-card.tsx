import { Trans } from '@lingui/react/macro';
import type { ClaimMapping, ExternalProvider } from '@portico/contract';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { MappingEffect } from './mapping-effect.tsx';

const MappingsDialog = lazyPart(() => import('./mappings-dialog.tsx').then((module) => module.MappingsDialog));
const PreviewDialog = lazyPart(() => import('./preview-dialog.tsx').then((module) => module.PreviewDialog));

/** The roles and products of users by their groups or roles at the provider (SSO-14). */
export function MappingsCard({ provider }: { provider: ExternalProvider }) {
  const [open, setOpen] = useState<'edit' | 'preview' | null>(null);
  const mayManage = can('externalProviders.manage');
  const { claimMappings } = provider;
  const close = () => setOpen(null);
  return (
    <Card>
      <CardHeader
        title={<Trans>Roles and products from claims</Trans>}
        description={<Trans>Read anew at each sign-in. What no row names stays as it is here.</Trans>}
        className="sm:px-6"
        action={
          mayManage && (
            <div className="flex flex-wrap gap-2">
              <Button size="sm" aria-haspopup="dialog" {...PreviewDialog.warmUp} onClick={() => setOpen('preview')}>
                <Trans>Preview a token</Trans>
              </Button>
              <Button size="sm" aria-haspopup="dialog" {...MappingsDialog.warmUp} onClick={() => setOpen('edit')}>
                {claimMappings.length > 0 ? <Trans>Edit rows</Trans> : <Trans>Add rows</Trans>}
              </Button>
            </div>
          )
        }
      />
      {claimMappings.length > 0 ? (
        <ul className="divide-y divide-line border-t border-line">
          {claimMappings.map((mapping) => (
            <MappingRow key={`${mapping.claim}\n${mapping.value}`} mapping={mapping} />
          ))}
        </ul>
      ) : (
        <p className="border-t border-line px-5 py-4 text-sm text-muted sm:px-6">
          <Trans>
            No rows yet: all users keep the role and the products that they have here, and new users get the defaults.
          </Trans>
        </p>
      )}
      <PartBoundary onFailure={close}>
        {open === 'edit' && <MappingsDialog provider={provider} onClose={close} />}
        {open === 'preview' && <PreviewDialog provider={provider} onClose={close} />}
      </PartBoundary>
    </Card>
  );
}

function MappingRow({ mapping }: { mapping: ClaimMapping }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-3 sm:px-6">
      <code className="min-w-0 font-mono text-sm wrap-anywhere">
        {mapping.claim} = {mapping.value}
      </code>
      <span className="text-sm">
        <MappingEffect mapping={mapping} />
      </span>
    </li>
  );
}
