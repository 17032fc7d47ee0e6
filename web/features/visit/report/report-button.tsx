import { Flag } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'

const ReportDialog = lazyDialog(() => import('./report-dialog'), 'ReportDialog')

/** Belongs in the player's article, whose current second it offers. */
export function ReportButton({ video }: { video: Video }) {
  const [opened, setOpened] = useState<{ player: HTMLVideoElement | null } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const rememberOpener = useFocusAfter(opened !== null, heading)

  function open() {
    const article = button.current?.closest('article')
    const player = article?.querySelector('video') ?? null
    player?.pause()
    // The button is gone after a report that hides the video.
    heading.current = article?.querySelector('h1') ?? null
    if (heading.current) heading.current.tabIndex = -1
    rememberOpener()
    setOpened({ player })
  }

  // A video on hold is already being reviewed. The receipt of the report that caused it stays until it is
  // closed.
  if (video.hold && !opened) return null
  return (
    <>
      <Button ref={button} onClick={open}>
        <Flag aria-hidden="true" className="size-4.5" />
        Report
      </Button>
      <Suspense>
        {opened ? (
          <ReportDialog video={video} player={opened.player} onClose={() => setOpened(null)} />
        ) : null}
      </Suspense>
    </>
  )
}
