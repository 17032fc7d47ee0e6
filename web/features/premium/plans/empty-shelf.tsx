import { Suspense, useEffect, useRef } from 'react'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { lazyExtra } from '#web/lib/lazy-part'

const StaffNote = lazyExtra(() => import('./staff-note'), 'StaffNote')

/**
 * Says why nothing is sold, in place of the plans; to staff, also what to do about it. `focused` takes over the
 * focus from the form that it replaces.
 */
export function EmptyShelf({ focused }: { focused: boolean }) {
  const { can } = useViewer()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Focus that is still somewhere stays there.
    if (focused && document.activeElement === document.body) heading.current?.focus()
  }, [focused])
  return (
    <div className="grid gap-2">
      <h2 ref={heading} tabIndex={-1} className="font-bold text-lead">
        No premium videos right now
      </h2>
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
