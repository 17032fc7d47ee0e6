import { Heart, Pencil } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { formatDate, formatRating, viewsLabel } from '#web/lib/format'
import { lazyExtra } from '#web/lib/lazy-part'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { LikeButton } from './like-button'

const UploaderExtras = lazyExtra(() => import('#web/entities/uploader/uploader-extras.tsx'), 'UploaderExtras')

/** Renders title, numbers, actions and description below the player. */
export function VideoInfo({ video, actions }: { video: Video; actions: ReactNode }) {
  const { user } = useViewer()
  const rating = formatRating(video.likes, video.views)
  const own = user?.id === video.userId
  return (
    <div className="@container mt-4 sm:mt-5">
      <h1 className="text-pretty font-bold text-section sm:text-title">{video.title}</h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-dim tabular-nums">
        <span>{viewsLabel(video.views)}</span>
        {rating ? (
          <span className="flex items-center gap-1.5">
            <Heart aria-hidden="true" className="size-4" />
            {rating}
            <span className="sr-only">liked it</span>
          </span>
        ) : null}
        {video.isPremium ? <Badge tone="gold">PREMIUM</Badge> : null}
        {video.isPublic ? null : <Badge>{video.visibility === 'unlisted' ? 'UNLISTED' : 'PRIVATE'}</Badge>}
      </p>
      {/* Two rows from the start where one is too narrow, so that the buttons that come later move nothing. */}
      <div className="mt-3 flex flex-wrap content-start gap-2 @max-2xl:min-h-24">
        <LikeButton key={video.id} video={video} />
        {own && !video.hold ? (
          <ButtonLink to={paths.editVideo(video.id)}>
            <Pencil aria-hidden="true" className="size-4" />
            Edit
          </ButtonLink>
        ) : null}
        {actions}
      </div>
      <div className="mt-4 grid gap-2 rounded-panel border border-line bg-surface-1 px-4 py-3.5 sm:px-5 sm:py-4">
        <div className="relative flex min-h-11 items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-10 shrink-0 place-items-center rounded-full bg-surface-3 font-bold text-dim uppercase"
          >
            {[...video.uploader.username][0]}
          </span>
          <p className="grid min-w-0">
            <Link
              to={paths.profile(video.uploader.username)}
              className="truncate font-medium hover:underline"
            >
              {video.uploader.username}
            </Link>
            <time dateTime={video.createdAt} className="truncate text-faint text-meta">
              {formatDate(video.createdAt)}
            </time>
          </p>
          <Suspense>
            <UploaderExtras uploader={video.uploader} />
          </Suspense>
        </div>
        {video.description ? (
          <p className="wrap-anywhere whitespace-pre-line text-dim">{video.description}</p>
        ) : null}
        {video.tags?.length ? (
          <ul aria-label="Tags" className="flex flex-wrap gap-x-3">
            {video.tags.map(({ slug, name }) => (
              <li key={slug}>
                <Link to={paths.tag(slug)} className="block py-1 text-dim text-meta hover:text-text">
                  #{name}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  )
}
