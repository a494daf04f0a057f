import type { ReactNode } from 'react';
import { Card, CardHeader } from '../../../ui/card.tsx';

interface RailCardProps {
  title: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A card in the rail. */
export function RailCard({ title, action, className, children }: RailCardProps) {
  return (
    <Card className={className}>
      <section>
        <CardHeader className="px-pad pt-4 pb-2 max-sm:pt-3" title={title} action={action} />
        <div className="px-pad pb-4 max-sm:pb-3">{children}</div>
      </section>
    </Card>
  );
}
