import { Download } from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'
import type { User } from '#contract/schemas/accounts/auth'
import { deletionGraceMs } from '#contract/values/accounts/account'
import { day } from '#contract/values/shared/time'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { SettingRow } from '#web/ui/setting-row.tsx'
import { useExport } from './use-export'
import type { useLeave } from './use-leave'

const DeleteAccountDialog = lazyDialog(() => import('./delete-account-dialog'), 'DeleteAccountDialog')

export interface LeaveAccountProps {
  user: User
  /** Owned by the page, which is still there after the viewer is signed out. */
  leave: ReturnType<typeof useLeave>
}

/** Offers to export the account's data and to delete it. The page must render the password dialog. */
export function LeaveAccount({ user, leave }: LeaveAccountProps) {
  const id = useId()
  const [isAsking, setIsAsking] = useState(false)
  const region = useRef<HTMLElement>(null)
  const keepFocus = useFocusAfter(isAsking, region)
  const { mutate, isPending } = useExport()

  function ask() {
    keepFocus()
    leave.reset()
    setIsAsking(true)
  }

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-labelledby={id}
      className="grid gap-2 rounded-panel border border-line bg-surface-1 p-5 sm:p-7"
    >
      <h2 id={id} className="font-bold text-section">
        Your data
      </h2>
      <div className="divide-y divide-line">
        <SettingRow
          title="Download"
          text="Your account data and video files, in one ZIP archive."
          action={
            <Button busy={isPending} onClick={() => mutate()}>
              {isPending ? null : <Download aria-hidden="true" className="size-4" />}
              {isPending ? 'Preparing...' : 'Download Your Data'}
            </Button>
          }
        />
        <SettingRow
          title="Delete"
          text={`Your videos are hidden right away. Everything is permanently deleted after ${deletionGraceMs / day} days.`}
          action={<Button onClick={ask}>Delete Account</Button>}
        />
      </div>
      <Suspense>
        {isAsking ? (
          <DeleteAccountDialog user={user} leave={leave} onClose={() => setIsAsking(false)} />
        ) : null}
      </Suspense>
    </section>
  )
}
