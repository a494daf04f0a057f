import { Trans, useLingui } from '@lingui/react/macro';
import { Clock3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx';
import { useClocks, useCreateClock, useObjects } from '../sandbox.api.ts';
import type { ChangeSearch, SandboxSearch } from '../search.ts';
import { ClockCard } from './clock-card.tsx';
import { CursorPager } from './cursor-pager.tsx';

const clocksAPage = 5;

/** The test clocks, and a way to create one for a customer in real time. */
export function ClocksPanel({ search, onSearchChange }: { search: SandboxSearch; onSearchChange: ChangeSearch }) {
  const query = useClocks({ pageSize: clocksAPage, startingAfter: search.after, endingBefore: search.before });
  if (query.error && !query.data) {
    return (
      <Card>
        <ErrorState
          error={query.error}
          title={<Trans>The clocks could not be loaded</Trans>}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </Card>
    );
  }
  if (!query.data) return <ClockSkeleton />;
  return (
    <div className="flex flex-col gap-5">
      <PutOnClock />
      {query.data.items.length === 0 ? (
        <Card>
          <EmptyState
            icon={Clock3}
            title={<Trans>No clock yet</Trans>}
            description={
              <Trans>
                Put a customer on a clock to let a month pass: subscriptions renew, trials end, cards expire.
              </Trans>
            }
          />
        </Card>
      ) : (
        query.data.items.map((clock) => <ClockCard key={clock.id} clock={clock} />)
      )}
      <CursorPager page={query.data} search={search} onSearchChange={onSearchChange} />
    </div>
  );
}

function PutOnClock() {
  const { t } = useLingui();
  const customers = useObjects({ type: 'customer', inRealTime: 'true', pageSize: 100 });
  const { create, isPending } = useCreateClock();
  const [chosen, setChosen] = useState('');
  const known = customers.data?.items ?? [];
  if (known.length === 0) return null;
  // A customer who was just given a clock is not in the list any more.
  const customer = known.some(({ id }) => id === chosen) ? chosen : '';
  return (
    <Card className="px-4 py-3.5">
      <form
        className="flex flex-wrap items-start gap-x-2 gap-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (customer) create(customer);
        }}
      >
        <Field
          label={<Trans>Customers in real time</Trans>}
          hint={
            <Trans>
              On a clock, a customer stays in real time until you advance the clock. A customer cannot be taken off a
              clock.
            </Trans>
          }
          className="w-96 max-w-full"
        >
          {(control) => (
            <NativeSelect
              {...control}
              className="h-9"
              required
              value={customer}
              options={[
                { value: '', label: t`Choose a customer` },
                ...known.map(({ id, label }) => ({ value: id, label: label ? `${label} (${id})` : id })),
              ]}
              onChange={setChosen}
            />
          )}
        </Field>
        <Button type="submit" pending={isPending} disabled={!customer} className="sm:mt-7">
          <Trans>Put on a clock</Trans>
        </Button>
      </form>
    </Card>
  );
}

function ClockSkeleton() {
  return (
    <Card aria-busy className="flex flex-col gap-4 p-4">
      <Skeleton className="h-6 w-64 max-w-full" />
      <SkeletonText lines={3} />
      <Skeleton className="h-9 w-80 max-w-full" />
    </Card>
  );
}
