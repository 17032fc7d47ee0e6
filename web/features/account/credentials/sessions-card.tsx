import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { RemovePasskeys } from '#web/entities/viewer/remove-passkeys.tsx'
import { takeFocus } from '#web/lib/dom/take-focus'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useEndOtherSessions } from './mutations'
import { sessionsQuery } from './queries'
import { SessionRow } from './session-row'

export interface SessionsCardProps {
  /** Includes this device. */
  onSignOutEverywhere: (removePasskeys: boolean) => void
  isSigningOut: boolean
  /** How many passkeys the account has, which signing out everywhere can remove. */
  passkeys: number
}

/** Lists the account's sessions, with buttons to end them. */
export function SessionsCard({ onSignOutEverywhere, isSigningOut, passkeys }: SessionsCardProps) {
  const id = useId()
  const query = useInfiniteQuery(sessionsQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [removesPasskeys, setRemovesPasskeys] = useState(false)
  const endOthers = useEndOtherSessions()
  const hasOthers = query.data?.pages.some(({ items }) => items.some(({ isCurrent }) => !isCurrent))
  return (
    <section
      aria-labelledby={id}
      aria-busy={query.isPending}
      className="grid gap-4 rounded-panel border border-line bg-surface-1 p-5 sm:p-7"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 ref={heading} id={id} tabIndex={-1} className="font-bold text-section">
            Where you are signed in
          </h2>
          <p className="text-dim text-meta">
            Don't recognise a device? Sign it out and change your password.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {hasOthers ? (
            <Button
              busy={endOthers.isPending}
              onClick={({ currentTarget }) =>
                endOthers.mutate(undefined, { onSuccess: () => takeFocus(heading.current, currentTarget) })
              }
            >
              {endOthers.isPending ? 'Signing out...' : 'Sign out other devices'}
            </Button>
          ) : null}
          <Button
            onClick={() => {
              setRemovesPasskeys(false)
              setIsAsking(true)
            }}
          >
            Sign out everywhere
          </Button>
        </div>
      </div>
      <PagedList
        query={query}
        skeleton={<Skeleton className="h-16 rounded-card" />}
        empty={<p className="text-dim">Only on this device.</p>}
      >
        {(sessions) => (
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} heading={heading} />
            ))}
          </ul>
        )}
      </PagedList>
      {isAsking ? (
        <ConfirmDialog
          title="Sign out everywhere?"
          description="You'll be signed out on all devices, including this one. Unsaved text and uploads in progress will be lost."
          act={['Sign out everywhere', 'Signing out...']}
          destructive
          busy={isSigningOut}
          onConfirm={() => onSignOutEverywhere(removesPasskeys)}
          onClose={() => setIsAsking(false)}
        >
          {passkeys > 0 ? (
            <RemovePasskeys count={passkeys} checked={removesPasskeys} onChange={setRemovesPasskeys} />
          ) : null}
        </ConfirmDialog>
      ) : null}
    </section>
  )
}
