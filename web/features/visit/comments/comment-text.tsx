import type { MouseEvent } from 'react'
import type { Video } from '../../../../contract/schemas/videos/videos'
import { wantsCalm } from '../../../lib/dom/wants-calm'
import { splitAtTimes } from './timestamps'

/** Renders a comment, with its times as buttons where there is a video to seek in. */
export function CommentText({ text, video }: { text: string; video: Video }) {
  const pieces = splitAtTimes(text, video.sources ? video.duration : null)
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {pieces.map(({ text: part, second }, at) =>
        second === null ? (
          part
        ) : (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts never change their order
            key={at}
            type="button"
            aria-label={`Play from ${part}`}
            className="font-medium tabular-nums underline underline-offset-3 hover:text-dim"
            onClick={(event) => playFrom(event, second)}
          >
            {part}
          </button>
        ),
      )}
    </p>
  )
}

/** Seeks in the player of the page around the button. */
function playFrom({ currentTarget }: MouseEvent<HTMLElement>, second: number): void {
  // The comment is an article, too.
  const page = currentTarget.closest('#comments')?.closest('article')
  const player = page?.querySelector('video')
  if (!player) return
  player.currentTime = second
  // A browser may refuse to play; the place is right all the same.
  player.play()?.catch(() => undefined)
  player.scrollIntoView({ block: 'center', behavior: wantsCalm() ? 'auto' : 'smooth' })
}
