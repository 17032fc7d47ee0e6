import { ShoppingBag } from 'lucide-react'
import { FillShelf } from '#web/entities/case/fill-shelf.tsx'

/** Says that nothing is sold, and why. `waiting` is the number of videos to review. */
export function SalesOff({ waiting }: { waiting: number }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface-1 px-4 py-3">
      <ShoppingBag aria-hidden="true" className="size-5 shrink-0 text-warning" />
      <p className="flex-1 basis-64">
        Sales are off because no premium video is public. They resume as soon as one is.
      </p>
      <FillShelf waiting={waiting} />
    </div>
  )
}
