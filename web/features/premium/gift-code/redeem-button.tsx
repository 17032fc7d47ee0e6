import { Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { paths } from '#web/lib/navigation/paths'
import { withReturnPath } from '#web/lib/navigation/with-return-path'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'

const RedeemDialog = lazyDialog(() => import('./redeem-dialog'), 'RedeemDialog')

const label = 'Have a gift code?'

/** Opens the form for a gift code. A visitor signs in first; staff have premium anyway. */
export function RedeemButton() {
  const { user } = useViewer()
  const { pathname, search } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const rememberOpener = useFocusAfter(isOpen, button)
  if (user?.staff) return null
  if (!user)
    return (
      <ButtonLink
        to={withReturnPath(paths.signIn, pathname + search)}
        variant="ghost"
        className="-ml-3 justify-self-start"
      >
        {label}
      </ButtonLink>
    )
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        className="-ml-3 justify-self-start"
        onClick={() => {
          rememberOpener()
          setIsOpen(true)
        }}
      >
        {label}
      </Button>
      <Suspense>{isOpen ? <RedeemDialog onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  )
}
