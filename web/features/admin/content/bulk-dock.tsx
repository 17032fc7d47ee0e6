import { Suspense, useEffect, useRef, useState } from 'react'
import type { AdminVideo, BulkChange } from '#contract/schemas/moderation/content'
import type { BulkAction } from '#contract/values/moderation/content'
import { trashDays } from '#contract/values/videos/video'
import type { Rejection } from '#web/entities/video/manage/rejection-dialog.tsx'
import type { Selection } from '#web/entities/video/manage/use-selection'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { takeFocus } from '#web/lib/dom/take-focus'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { BulkBar } from './bulk-bar'
import { BulkOutcome } from './bulk-outcome'
import { type BulkReport, bulkWords, countVideos, readOutcome, undoable } from './bulk-words'
import { useBulk } from './mutations'
import { VideoNames } from './video-names'

const RejectionDialog = lazyDialog(
  () => import('#web/entities/video/manage/rejection-dialog.tsx'),
  'RejectionDialog',
)

/** An action that needs a confirmation or a reason. */
interface Asked {
  action: 'approve' | 'reject' | 'delete'
  videos: AdminVideo[]
}

/** Docks at the lower edge while videos are selected, and then shows the result. */
export function BulkDock({ selection }: { selection: Selection<AdminVideo> }) {
  const { chosen, clear } = selection
  const [asked, setAsked] = useState<Asked | null>(null)
  const [outcome, setOutcome] = useState<BulkReport | null>(null)
  const dock = useRef<HTMLElement>(null)
  const { mutate, isPending } = useBulk()
  const { user } = useViewer()

  // The focused button of the selection is gone.
  useEffect(() => {
    if (outcome) takeFocus(dock.current, null)
  }, [outcome])

  function send(action: BulkAction, videos: readonly AdminVideo[], rejection?: Rejection) {
    const change: BulkChange = {
      ids: videos.map(({ id }) => id),
      action,
      ...((action === 'approve' || action === 'reject') && {
        revisions: videos.map(({ revision }) => revision),
      }),
      ...rejection,
    }
    mutate(change, {
      onSuccess: (result) => {
        setAsked(null)
        clear()
        setOutcome(readOutcome(action, chosen, result))
      },
    })
  }

  function act(action: BulkAction) {
    const { isSo } = bulkWords[action]
    const videos = isSo ? chosen.filter((video) => !isSo(video)) : chosen
    if (videos.length === 0) setOutcome(readOutcome(action, chosen, []))
    else if (action === 'approve' || action === 'reject' || action === 'delete') setAsked({ action, videos })
    else send(action, videos)
  }

  function undo(report: BulkReport) {
    const opposite = bulkWords[report.action].undo
    const done = undoable(report)
    if (!opposite) return
    mutate(
      { ids: done.map(({ id }) => id), action: opposite },
      { onSuccess: (result) => setOutcome(readOutcome(opposite, done, result)) },
    )
  }

  /** The pressed button is removed with its row. */
  function close(row: () => void) {
    row()
    dock.current?.focus()
  }

  const dialog = asked && {
    busy: isPending,
    onConfirm: () => send(asked.action, asked.videos),
    onClose: () => setAsked(null),
    children: <VideoNames videos={asked.videos} />,
  }
  return (
    <>
      <section ref={dock} tabIndex={-1} aria-label="Selected videos" className="dock grid gap-2 pb-2 md:pb-4">
        <div role="status">
          {outcome ? (
            <div className={panel}>
              <BulkOutcome
                outcome={outcome}
                busy={isPending}
                onUndo={() => undo(outcome)}
                onDismiss={() => close(() => setOutcome(null))}
              />
            </div>
          ) : null}
        </div>
        {chosen.length > 0 ? (
          <div className={panel}>
            <BulkBar count={chosen.length} busy={isPending} onAct={act} onClear={() => close(clear)} />
          </div>
        ) : null}
      </section>
      {dialog && asked.action === 'approve' ? (
        <ConfirmDialog
          {...dialog}
          title={`Approve ${countVideos(asked.videos.length)}?`}
          description="Public videos go live immediately, even if you haven't reviewed them."
          act={['Approve', 'Approving...']}
        />
      ) : null}
      {dialog && asked.action === 'delete' ? (
        <ConfirmDialog
          {...dialog}
          title={`Delete ${countVideos(asked.videos.length)}?`}
          description={whatDeletes(asked.videos, user?.id)}
          act={['Delete', 'Deleting...']}
          destructive
        />
      ) : null}
      <Suspense>
        {dialog && asked.action === 'reject' ? (
          <RejectionDialog
            title={`Reject ${countVideos(asked.videos.length)}`}
            description="They'll be made private. Uploaders can edit and resubmit them."
            busy={isPending}
            onReject={(rejection) => send('reject', asked.videos, rejection)}
            onClose={() => setAsked(null)}
          />
        ) : null}
      </Suspense>
    </>
  )
}

/** Describes the deletion. The viewer's own videos go to the trash first, unless they are in it. */
function whatDeletes(videos: readonly AdminVideo[], userId: number | undefined): string {
  const restorable = videos.filter((video) => video.userId === userId && video.hold !== 'trash')
  if (restorable.length === videos.length) return `You can restore them from My Videos for ${trashDays} days.`
  return restorable.length > 0
    ? `You can restore your own from My Videos for ${trashDays} days. The others' files, views and likes are deleted too, which can't be undone.`
    : "Their files, views and likes are deleted too. This can't be undone."
}

const panel = 'rounded-panel border border-line bg-surface-1/95 px-4 py-2 shadow-2xl backdrop-blur'
