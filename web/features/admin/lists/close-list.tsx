import { Link2Off } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'

const CloseListDialog = lazyDialog(() => import('./close-list-dialog'), 'CloseListDialog')

/** Closes a shared list's link, on its page; for staff who decide cases. */
export function CloseList({ link }: { link: string }) {
  const [isOpen, setOpen] = useState(false)
  const region = useRef<HTMLDivElement>(null)
  const rememberOpener = useFocusAfter(isOpen, region)
  return (
    <div ref={region} tabIndex={-1}>
      <Button
        onClick={() => {
          rememberOpener()
          setOpen(true)
        }}
      >
        <Link2Off aria-hidden="true" className="size-4.5" />
        Close link
      </Button>
      <Suspense>{isOpen ? <CloseListDialog link={link} onClose={() => setOpen(false)} /> : null}</Suspense>
    </div>
  )
}
