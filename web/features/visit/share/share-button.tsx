import { Share2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'

const ShareDialog = lazyDialog(() => import('./share-dialog'), 'ShareDialog')

/** Belongs in the player's article, whose current second it offers. */
export function ShareButton({ video }: { video: Video }) {
  const [opened, setOpened] = useState<{ second: number } | null>(null)
  const button = useRef<HTMLButtonElement>(null)

  function open() {
    const player = button.current?.closest('article')?.querySelector('video')
    setOpened({ second: Math.floor(player?.currentTime ?? 0) })
  }

  return (
    <>
      <Button ref={button} onClick={open}>
        <Share2 aria-hidden="true" className="size-4.5" />
        Share
      </Button>
      <Suspense>
        {opened ? <ShareDialog video={video} second={opened.second} onClose={() => setOpened(null)} /> : null}
      </Suspense>
    </>
  )
}
