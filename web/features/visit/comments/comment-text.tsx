import type { Video } from '#contract/schemas/videos/video'
import { playFrom } from '#web/entities/video/playback/play-from'
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
            onClick={() => playFrom(video.id, second)}
          >
            {part}
          </button>
        ),
      )}
    </p>
  )
}
