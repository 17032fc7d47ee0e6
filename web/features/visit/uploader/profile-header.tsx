import type { Profile } from '#contract/schemas/videos/profiles'
import { Avatar } from '#web/entities/uploader/avatar.tsx'
import { FollowButton } from '#web/entities/uploader/follow-button.tsx'
import { useFollow } from '#web/entities/uploader/use-follow'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { followersLabel } from '#web/lib/followers-label'
import { formatViews, viewsLabel } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Shows who an uploader is, in their own words and in numbers. */
export function ProfileHeader({ profile }: { profile: Profile }) {
  const { user } = useViewer()
  const follow = useFollow(profile)
  const isOwn = user?.id === profile.id
  const { id, username, about, avatarUrl, joined, videos, views } = profile
  return (
    <header className="grid gap-5 pt-2 pb-7">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Avatar
          id={id}
          username={username}
          url={avatarUrl}
          className="size-20 text-title sm:size-28 sm:text-hero"
        />
        <div className="min-w-0 flex-1 basis-52">
          <h1 className="truncate font-bold text-title">{username}</h1>
          <p className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-dim tabular-nums">
            <span>{followersLabel(follow.followers)}</span>
            <span>
              {formatViews(videos)} {videos === 1 ? 'video' : 'videos'}
            </span>
            <span>{viewsLabel(views)}</span>
          </p>
          <p className="mt-0.5 text-faint text-meta">
            Joined <time dateTime={joined}>{month.format(new Date(`${joined}-01T00:00:00Z`))}</time>
          </p>
        </div>
        {isOwn ? (
          <ButtonLink to={paths.account}>Edit profile</ButtonLink>
        ) : (
          <FollowButton uploader={profile} follow={follow} />
        )}
      </div>
      {isOwn && videos === 0 ? (
        <Alert tone="info" title="Only you can see this page">
          Everyone can once you publish a public video.
        </Alert>
      ) : null}
      {about ? (
        <p className="wrap-anywhere max-w-3xl whitespace-pre-line text-pretty text-dim">{about}</p>
      ) : null}
    </header>
  )
}
