import { ShieldX } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { isEvidence } from '#contract/values/moderation/safety'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { EvidenceButton } from './evidence-button'

const RemoveVideoDialog = lazyDialog(() => import('./remove-video-dialog'), 'RemoveVideoDialog')

/** Renders an administrator's actions on the video's own page. */
export function ModeratorActions({ video }: { video: Video }) {
  const [removing, setRemoving] = useState(false)
  const region = useRef<HTMLDivElement>(null)
  const rememberOpener = useFocusAfter(removing, region)
  const hold = video.hold ?? null
  return (
    <div ref={region} tabIndex={-1} className="flex flex-wrap gap-2">
      {hold === 'removed' ? null : (
        <Button
          onClick={() => {
            rememberOpener()
            setRemoving(true)
          }}
        >
          <ShieldX aria-hidden="true" className="size-4.5" />
          Remove
        </Button>
      )}
      {isEvidence(hold) ? <EvidenceButton videoId={video.id} title={video.title} /> : null}
      <Suspense>
        {removing ? <RemoveVideoDialog video={video} onClose={() => setRemoving(false)} /> : null}
      </Suspense>
    </div>
  )
}
