import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { factsClasses } from './subscription-facts.tsx';

/** The shape of a subscription's page while it is loading. */
export function SubscriptionSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-5">
      <Card className={factsClasses}>
        {[1, 2, 3, 4, 5, 6].map((fact) => (
          <div key={fact}>
            <Skeleton className="mb-1 h-5 w-20" />
            <Skeleton className="h-6 w-36" />
          </div>
        ))}
      </Card>
      {[['item'], ['first', 'second', 'third']].map((rows) => (
        <Card key={rows[0]}>
          <div className="px-4 py-4">
            <Skeleton className="h-6 w-36" />
          </div>
          <div className="h-10 border-y border-line bg-canvas" />
          {rows.map((row) => (
            <div
              key={row}
              className="flex h-[45px] items-center justify-between border-b border-line px-4 last:border-b-0"
            >
              <Skeleton className="w-40" />
              <Skeleton className="w-20" />
            </div>
          ))}
        </Card>
      ))}
    </div>
  );
}
