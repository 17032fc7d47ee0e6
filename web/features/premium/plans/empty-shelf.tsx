import { Suspense } from 'react'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { lazyExtra } from '#web/lib/lazy-part'

const StaffNote = lazyExtra(() => import('./staff-note'), 'StaffNote')

/** Says why nothing is sold, in place of the plans; to staff, also what to do about it. */
export function EmptyShelf() {
  const { can } = useViewer()
  return (
    <div className="grid gap-2">
      <h2 className="font-bold text-lead">No premium videos right now</h2>
      <p className="text-dim">
        We don't sell Premium while there's nothing to watch. It will be back with the next premium video.
      </p>
      {can('video.review') ? (
        <Suspense>
          <StaffNote />
        </Suspense>
      ) : null}
    </div>
  )
}
