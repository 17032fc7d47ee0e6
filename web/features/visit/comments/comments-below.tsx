import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { useMatches } from '#web/lib/dom/use-matches'
import { useNear } from '#web/lib/dom/use-near'
import { lazyExtra } from '#web/lib/lazy-part'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

const CommentSection = lazyExtra(() => import('./comment-section'), 'CommentSection')

/**
 * Renders the place of the comments below a video, which load once it is near. Where the related videos come after
 * them, they wait to be opened.
 */
export function CommentsBelow({ video }: { video: Video }) {
  const id = useId()
  const { hash } = useLocation()
  const region = useRef<HTMLElement>(null)
  const isNear = useNear(region)
  const isWide = useMatches('(width >= 64rem)')
  const isMeant = hash === '#comments'
  const [isOpened, setOpened] = useState(isMeant)
  const count = video.comments ?? 0
  // It stays when the window narrows: a comment may be half written.
  if (isWide && isNear && !isOpened) setOpened(true)

  // The page was there before the comments, so the browser couldn't go to them by the URL's hash.
  useEffect(() => {
    if (isMeant) region.current?.focus()
  }, [isMeant])

  return (
    <section ref={region} id="comments" tabIndex={-1} aria-labelledby={id} className="mt-6 grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-bold text-section lg:text-lead">
          {count === 0 ? 'Comments' : `Comments (${count})`}
        </h2>
        {isWide || isOpened ? null : <Button onClick={() => setOpened(true)}>Show comments</Button>}
      </div>
      {isOpened ? (
        <Suspense fallback={<Skeleton className="h-40 rounded-panel" />}>
          <CommentSection key={video.id} video={video} />
        </Suspense>
      ) : null}
    </section>
  )
}
