import type { AdminVideo } from '#contract/schemas/moderation/content'

/** How many videos are named; the rest is counted. */
const named = 5

/** Names the videos that a question is about. */
export function VideoNames({ videos }: { videos: readonly AdminVideo[] }) {
  return (
    <ul className="grid gap-1">
      {videos.slice(0, named).map(({ id, title, uploader }) => (
        <li key={id} className="wrap-anywhere">
          <span className="font-medium">{title}</span>{' '}
          <span className="text-faint text-meta">by {uploader.username}</span>
        </li>
      ))}
      {videos.length > named ? <li className="text-dim">and {videos.length - named} more</li> : null}
    </ul>
  )
}
