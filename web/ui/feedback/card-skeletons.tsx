import clsx from 'clsx'
import { Skeleton } from './skeleton'

export function CardSkeletons({ label, className }: { label: string; className: string }) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className="grid gap-3">
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className={clsx('rounded-card', className)} />
      ))}
    </div>
  )
}
