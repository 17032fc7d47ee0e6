import { Suspense, useRef, useState } from 'react'
import type { EmbeddedVideo } from '#contract/schemas/videos/embed'
import { sendView } from '../features/visit/watch/stage/record/send-view'
import { readMoment } from '../features/visit/watch/stage/start/moment'
import { lazyExtra } from '../lib/lazy-part'
import { videoRequest } from '../lib/video-request'
import { Player } from '../player/ui/player'
import { TitleBar } from './title-bar'
import { useRenewal } from './use-renewal'

// The video plays on whether or not this can be loaded.
const EmbedReport = lazyExtra(() => import('./embed-report'), 'EmbedReport')

export interface EmbedPlayerProps {
  video: EmbeddedVideo
  /** The key in an unlisted video's link. */
  linkKey: string | undefined
  siteName: string
  autoPlay: boolean
  /** Called before the video's URLs expire, and when one failed. */
  onRenew: () => Promise<void>
  /** Called when a report was sent and its receipt closed. */
  onReported: () => void
}

/** Renders the player as wide as the frame, or as its height allows. */
export function EmbedPlayer({ video, linkKey, siteName, autoPlay, onRenew, onReported }: EmbedPlayerProps) {
  const [reported, setReported] = useState<{ player: HTMLVideoElement | null } | null>(null)
  const main = useRef<HTMLElement>(null)
  useRenewal(main, video, onRenew)
  // Read once, as on the video page, so that a renewed address doesn't restart the video.
  const [moment] = useState(() => readMoment(location.search, video.duration))

  function report() {
    const player = main.current?.querySelector('video') ?? null
    player?.pause()
    // The dialog is beside the player in the document, so a fullscreen player would cover it.
    if (document.fullscreenElement) void document.exitFullscreen()
    setReported({ player })
  }

  function close(sent: boolean) {
    setReported(null)
    if (sent) onReported()
  }

  return (
    <main ref={main} className="grid h-dvh place-items-center overflow-hidden bg-black">
      <h1 className="sr-only">{video.title}</h1>
      <div className="w-[min(100vw,177.78dvh)] [&>div]:rounded-none!">
        <Player
          source={{ id: String(video.id), files: video.sources }}
          poster={video.thumbnailUrl ?? undefined}
          title={video.title}
          storyboard={video.storyboard}
          captions={video.captions}
          startAt={moment?.startAt ?? 0}
          window={moment?.window ?? null}
          autoPlay={autoPlay}
          // Without cookies: no one is signed in inside a frame, not even one on the site itself.
          onWatched={() => sendView(videoRequest(video.id, linkKey), 'embed', 'omit')}
          onTrouble={onRenew}
          pageHotkeys
        >
          <TitleBar video={video} linkKey={linkKey} siteName={siteName} onReport={report} />
        </Player>
      </div>
      <Suspense>
        {reported ? (
          <EmbedReport video={video} linkKey={linkKey} player={reported.player} onClose={close} />
        ) : null}
      </Suspense>
    </main>
  )
}
