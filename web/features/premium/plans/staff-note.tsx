import { useQuery } from '@tanstack/react-query'
import { FillShelf } from '#web/entities/case/fill-shelf.tsx'
import { waitingQuery } from '#web/entities/case/waiting-query'

/** Tells staff why nothing is sold. */
export function StaffNote() {
  const { data, isPending } = useQuery(waitingQuery)
  if (isPending) return null
  return (
    <div className="mt-2 grid justify-items-start gap-3 rounded-card border border-line bg-surface-1 p-4">
      <p className="text-dim text-meta">
        Only staff see this: sales are off because no premium video is public. They resume as soon as one is.
      </p>
      <FillShelf waiting={data?.pending ?? 0} />
    </div>
  )
}
