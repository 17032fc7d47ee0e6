import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { toast } from '#web/ui/feedback/toast'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { loadDraft } from '../draft/draft'
import { announce } from '../progress/announce'
import { workElsewhere } from '../progress/other-tabs'
import { AddVideos, QueueList } from '../progress/queue-list'
import { isBare, nameOf } from '../queue/queue-item'
import { GuidelinesCard } from './guidelines-card'
import { UploadForm } from './upload-form'
import { useDrop } from './use-drop'
import { useQueue } from './use-queue'

const ApplyDialog = lazyDialog(() => import('./apply-dialog'), 'ApplyDialog')

export interface QueueFormsProps {
  /** Identifies this tab's own drafts and uploads, which survive a reload. */
  queueKey: string
  renderRecorder: (onDone: (recording: File | null) => Promise<boolean>) => ReactNode
}

/** Uploads videos: one by its form alone, many by a list and the selected one's form. */
export function QueueForms({ queueKey, renderRecorder }: QueueFormsProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { queue, items, add } = useQueue(queueKey)
  const [selected, setSelected] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isApplying, setIsApplying] = useState(false)
  const drop = useDrop((files) => void add(files))
  const item = items.find(({ key }) => key === selected) ?? items.find(({ wanted }) => !wanted) ?? items[0]
  const isMany = items.length > 1
  const shown = item?.key ?? null

  // Stays with its video when others are moved before it.
  useEffect(() => setSelected(shown), [shown])

  useEffect(
    () =>
      queue.publisher.onPublished(async (published) => {
        if (published.isLast) await navigate(paths.myVideos)
        await announce(published, queryClient)
      }),
    [queue, queryClient, navigate],
  )

  function select(key: string) {
    flushSync(() => setSelected(key))
    // On a phone, the form is below the list, out of sight.
    heading.current?.focus()
  }

  function publishAll() {
    const incomplete = queue.publishAll()
    const [first] = incomplete
    if (first === undefined) toast({ title: 'Each video is published as soon as it is uploaded' })
    else select(first)
  }

  if (!item) return null
  return (
    <div
      {...drop}
      className={clsx(
        'grid items-start gap-8 lg:gap-12',
        isMany ? 'lg:grid-cols-[22.5rem_minmax(0,1fr)]' : 'lg:grid-cols-[minmax(0,1fr)_340px]',
      )}
    >
      {isMany ? (
        <div key="list" className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto">
          <QueueList queue={queue} items={items} selected={item.key} onSelect={select} onAdd={add} />
        </div>
      ) : null}
      <div key="form" className="grid min-w-0 grid-cols-1 gap-6">
        {isMany ? (
          <h2 ref={heading} tabIndex={-1} className="scroll-mt-20 wrap-anywhere font-bold text-lead">
            {nameOf(item, loadDraft(item.key))}
          </h2>
        ) : null}
        {items.every(isBare) ? <ElsewhereNote /> : null}
        <UploadForm
          key={`${item.key} ${item.rev}`}
          queue={queue}
          item={item}
          onMore={(files) => void add(files)}
          onSubmitted={() => {
            if (isMany) setSelected(null)
          }}
          renderRecorder={renderRecorder}
        >
          {isMany ? (
            <>
              <Button size="lg" onClick={publishAll}>
                Publish all
              </Button>
              <Button size="lg" variant="ghost" onClick={() => setIsApplying(true)}>
                Apply to all
              </Button>
            </>
          ) : isBare(item) ? null : (
            <AddVideos onAdd={(files) => void add(files)} />
          )}
        </UploadForm>
      </div>
      {isMany ? null : (
        <aside key="guidelines" aria-label="Guidelines" className="lg:sticky lg:top-22">
          <GuidelinesCard />
        </aside>
      )}
      <Suspense>
        {isApplying ? (
          <ApplyDialog
            source={loadDraft(item.key)}
            others={items.length - 1}
            onApply={(apply) => queue.applyToOthers(item.key, apply)}
            onClose={() => setIsApplying(false)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

/** Says above an empty form that another tab has the uploads. */
function ElsewhereNote() {
  const { uploads } = useSyncExternalStore(workElsewhere.subscribe, workElsewhere.get) ?? {}
  if (!uploads) return null
  const what = uploads.count === 1 ? 'Your video is' : `Your ${uploads.count} videos are`
  return <Alert title={`${what} uploading in another tab.`} />
}
