import { X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { OwnBulk, Video } from '#contract/schemas/videos/video'
import type { OwnBulkAction } from '#contract/values/videos/video'
import type { Selection } from '#web/entities/video/manage/use-selection'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { takeFocus } from '#web/lib/dom/take-focus'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ScrollList } from '#web/ui/list/scroll-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { useOwnBulk } from './mutations'
import { OwnBulkBar } from './own-bulk-bar'
import { countVideos, type LeftVideo, readResult } from './own-bulk-words'

const OwnBulkDialog = lazyDialog(() => import('./own-bulk-dialog'), 'OwnBulkDialog')

/** An action that needs an answer first. */
export interface AskedOwn {
  action: 'category' | 'delete' | 'delete-for-good'
  videos: Video[]
}

export interface OwnBulkDockProps {
  selection: Selection<Video>
  inTrash: boolean
  /** The action that the list, or one of its videos, asks about. */
  asked: AskedOwn | null
  onAsk: (asked: AskedOwn | null) => void
  /** Called when a video was deleted for good. */
  onDeleted: (id: number) => void
}

/** Docks at the lower edge while videos are selected, and lists the videos that an action left unchanged. */
export function OwnBulkDock({ selection, inTrash, asked, onAsk, onDeleted }: OwnBulkDockProps) {
  const { chosen, clear } = selection
  const { can } = useViewer()
  const [left, setLeft] = useState<LeftVideo[]>([])
  const dock = useRef<HTMLElement>(null)
  const { mutate, isPending } = useOwnBulk()

  // The focused button of the selection is gone.
  useEffect(() => {
    if (left.length > 0) takeFocus(dock.current, null)
  }, [left])

  function send(action: OwnBulkAction, videos: readonly Video[], categoryId?: number) {
    const ids = videos.map(({ id }) => id)
    const change: OwnBulk = { ids, action, ...(categoryId !== undefined && { categoryId }) }
    mutate(change, {
      onSuccess: (result) => {
        const read = readResult(videos, result)
        if (action === 'delete-for-good') for (const id of read.done) onDeleted(id)
        onAsk(null)
        clear()
        setLeft(read.left)
        dock.current?.focus()
      },
    })
  }

  function act(action: OwnBulkAction) {
    if (action === 'category' || action === 'delete' || action === 'delete-for-good')
      onAsk({ action, videos: chosen })
    else send(action, chosen)
  }

  /** The pressed button is removed with its row. */
  function close(row: () => void) {
    row()
    dock.current?.focus()
  }

  return (
    <>
      <section ref={dock} tabIndex={-1} aria-label="Selected videos" className="dock grid gap-2 pb-2 md:pb-4">
        <div role="status">
          {left.length > 0 ? (
            <div className={panel}>
              <LeftVideos left={left} onDismiss={() => close(() => setLeft([]))} />
            </div>
          ) : null}
        </div>
        {chosen.length > 0 ? (
          <div className={panel}>
            <OwnBulkBar
              count={chosen.length}
              inTrash={inTrash}
              mayMarkPremium={can('video.markPremium')}
              busy={isPending}
              onAct={act}
              onClear={() => close(clear)}
            />
          </div>
        ) : null}
      </section>
      <Suspense>
        {asked ? (
          <OwnBulkDialog
            asked={asked}
            busy={isPending}
            onConfirm={(categoryId) => send(asked.action, asked.videos, categoryId)}
            onClose={() => onAsk(null)}
          />
        ) : null}
      </Suspense>
    </>
  )
}

const panel = 'rounded-panel border border-line bg-surface-1/95 px-4 py-2 shadow-2xl backdrop-blur'

/** Stays until it is dismissed: reading must not depend on a timer. */
function LeftVideos({ left, onDismiss }: { left: readonly LeftVideo[]; onDismiss: () => void }) {
  return (
    <div className="flex items-start gap-2">
      <div className="grid flex-1 gap-1 py-2">
        <p>{countVideos(left.length)} couldn't be changed.</p>
        <ScrollList className="text-dim text-meta">
          {left.map(({ id, title, detail }) => (
            <li key={id} className="wrap-anywhere">
              <span className="font-medium text-text">{title}</span>: {detail}
            </li>
          ))}
        </ScrollList>
      </div>
      <IconButton label="Dismiss" onClick={onDismiss}>
        <X className="size-4" />
      </IconButton>
    </div>
  )
}
