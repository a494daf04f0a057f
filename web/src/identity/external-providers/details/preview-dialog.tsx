import { useLingui as useCatalog } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalProvider } from '@portico/contract';
import { useId, useState } from 'react';
import type { Answer } from '../../../lib/api.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { controlClasses } from '../../../ui/text-input.tsx';
import { usePreviewMapping } from '../external-providers.api.ts';
import { failureTitles } from './failure-titles.ts';
import { MappingEffect } from './mapping-effect.tsx';
import { PersonFacts } from './step-words.tsx';

interface PreviewDialogProps {
  provider: ExternalProvider;
  onClose: () => void;
}

/** The user that a pasted token would result in, and the mappings that apply. */
export function PreviewDialog({ provider, onClose }: PreviewDialogProps) {
  const formId = useId();
  const preview = usePreviewMapping(provider.id);
  const [token, setToken] = useState('');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="xl"
      isBusy={preview.isPending}
      title={<Trans>Preview a token</Trans>}
      description={
        <Trans>
          Shows which user an ID token would sign in. The token is only read: it is neither trusted nor stored.
        </Trans>
      }
      footer={
        <>
          <Button onClick={onClose} disabled={preview.isPending}>
            <Trans>Close</Trans>
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={preview.isPending}
            disabled={token.trim() === ''}
          >
            <Trans>Show the person</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!preview.isPending) preview.mutate(token.trim());
        }}
      >
        <TokenField token={token} error={preview.error} onChange={setToken} />
      </form>
      {preview.data && <Found provider={provider} found={preview.data} />}
    </Dialog>
  );
}

function TokenField({ token, error, onChange }: { token: string; error: unknown; onChange: (token: string) => void }) {
  const { t } = useLingui();
  return (
    <Field
      label={t`ID token`}
      hint={t`Three parts with dots between them, which begin with eyJ`}
      error={error ? describeProblem(error) : undefined}
    >
      {(control) => (
        <textarea
          {...control}
          rows={5}
          value={token}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          className={`${controlClasses} h-auto py-2 font-mono text-sm`}
        />
      )}
    </Field>
  );
}

interface FoundProps {
  provider: ExternalProvider;
  found: Answer<'POST /api/ExternalProviders/{id}/MappingPreview'>;
}

function Found({ provider, found: { claims, person, failure, applied } }: FoundProps) {
  const { i18n } = useCatalog();
  const rows = applied.flatMap((index) => provider.claimMappings[index] ?? []);
  return (
    <section aria-live="polite" className="mt-5 grid gap-4">
      <div className="rounded-card border border-line bg-canvas px-4 py-3">
        <h3 className="text-sm text-muted">
          <Trans>Who this would be here</Trans>
        </h3>
        <p className="mt-0.5 font-medium wrap-anywhere">
          <PersonFacts person={person} />
        </p>
        {failure && <p className="text-sm text-bad first-letter:uppercase">{i18n._(failureTitles[failure])}</p>}
        <ul className="mt-2 grid gap-1 text-sm">
          {rows.map((mapping) => (
            <li key={`${mapping.claim}\n${mapping.value}`} className="wrap-anywhere">
              <code className="font-mono">
                {mapping.claim} = {mapping.value}
              </code>{' '}
              → <MappingEffect mapping={mapping} />
            </li>
          ))}
          {rows.length === 0 && (
            <li className="text-muted">
              <Trans>No row applies</Trans>
            </li>
          )}
        </ul>
      </div>
      <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
        {claims.map(({ claim, values }) => (
          <div key={claim} className="contents">
            <dt className="font-mono text-muted">{claim}</dt>
            <dd className="min-w-0 wrap-anywhere">{values.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
