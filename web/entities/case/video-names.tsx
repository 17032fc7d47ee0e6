import type { OtherVideo } from '#contract/schemas/moderation/safety'
import { paths } from '../../lib/navigation/paths'
import { TextLink } from '../../ui/text/link'

/** Lists videos by title and uploader; each opens in a new tab. */
export function VideoNames({ videos }: { videos: readonly OtherVideo[] }) {
  return (
    <ul className="mt-1 max-h-40 overflow-y-auto">
      {videos.map(({ id, title, uploader }) => (
        <li key={id} className="wrap-anywhere text-meta">
          <TextLink to={paths.video(id)} target="_blank" rel="noopener">
            {title}
            <span className="sr-only"> (opens in a new tab)</span>
          </TextLink>{' '}
          <span className="text-dim">by {uploader.username}</span>
        </li>
      ))}
    </ul>
  )
}
