import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportedToken } from '@portico/contract';
import { tokenPrefix, tokenPrefixLength } from '@portico/contract/browser';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { ApiError } from '../../../lib/problem.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useFindToken } from './leaked-tokens-api.ts';

const FoundToken = lazyPart(() => import('./found-token.tsx').then((module) => module.FoundToken));

/** Finds a token by its prefix, and disables it with a note on where it was found (TOK-10). */
export function LeakReport() {
  const { t } = useLingui();
  const find = useFindToken();
  const [found, setFound] = useState<ReportedToken | null>(null);
  const [prefix, setPrefix] = useState('');
  const [error, setError] = useState<string>();
  const search = async () => {
    setError(undefined);
    setFound(null);
    if (!tokenPrefix.test(prefix)) return setError(t`A token begins with ptp_ or pts_ and six letters or digits.`);
    try {
      setFound(await find.mutateAsync(prefix));
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'NotFound')
        setError(t`No token begins like this. It may be deleted.`);
      else reportProblem(cause);
    }
  };
  return (
    <Card>
      <CardHeader
        title={<Trans>Report a leak</Trans>}
        description={<Trans>For a token that somebody found in a public place, such as a repository or a forum</Trans>}
      />
      <div className="grid gap-5 border-t border-line px-5 py-5">
        <form
          noValidate
          className="max-w-xl"
          onSubmit={(event) => {
            event.preventDefault();
            if (!find.isPending) void search();
          }}
        >
          <PrefixField prefix={prefix} error={error} isPending={find.isPending} onChange={setPrefix} />
        </form>
        <PartBoundary onFailure={() => setFound(null)}>
          {found && <FoundToken key={found.prefix} token={found} onReported={setFound} />}
        </PartBoundary>
      </div>
    </Card>
  );
}

interface PrefixFieldProps {
  prefix: string;
  error: string | undefined;
  isPending: boolean;
  onChange: (prefix: string) => void;
}

function PrefixField({ prefix, error, isPending, onChange }: PrefixFieldProps) {
  const { t } = useLingui();
  return (
    <Field
      label={t`Token`}
      error={error}
      hint={<Trans>Its first ten characters. Of a whole token that you paste, only these are kept and sent.</Trans>}
    >
      {(control) => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            value={prefix}
            onChange={(event) => onChange(event.target.value.trim().slice(0, tokenPrefixLength))}
            placeholder="pts_Lw72Hd"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
          <Button type="submit" pending={isPending} {...FoundToken.warmUp}>
            <Search aria-hidden="true" />
            <Trans>Find</Trans>
          </Button>
        </div>
      )}
    </Field>
  );
}
