import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Followed } from '#contract/schemas/videos/profiles'
import { Avatar } from '#web/entities/uploader/avatar.tsx'
import { FollowButton } from '#web/entities/uploader/follow-button.tsx'
import { useFollow } from '#web/entities/uploader/use-follow'
import { followersLabel } from '#web/lib/followers-label'
import { paths } from '#web/lib/navigation/paths'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { followsQuery } from './queries'

/** Lists the accounts that the account follows, each with a way to stop; nothing when it follows no one. */
export function FollowedPeople() {
  const {
    data,
    dataUpdatedAt,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  } = useInfiniteQuery(followsQuery)
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="mb-8 h-19 rounded-panel" />
  const people = data.pages.flatMap(({ items }) => items)
  if (people.length === 0) return null
  return (
    <section aria-label="People you follow" className="mb-8">
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {people.map((each) => (
          <li key={each.id}>
            <Person person={each} listedAt={dataUpdatedAt} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <LoadMore
          className="mt-4"
          busy={isFetchingNextPage}
          failed={isFetchNextPageError}
          onMore={() => void fetchNextPage()}
        />
      ) : null}
    </section>
  )
}

function Person({ person, listedAt }: { person: Followed; listedAt: number }) {
  const { id, username, avatarUrl, hasPage } = person
  const follow = useFollow(person, { following: true, at: listedAt })
  return (
    <div className="relative flex items-center gap-3 rounded-panel border border-line bg-surface-1 px-4 py-3">
      <Avatar id={id} username={username} url={avatarUrl} className="size-11" />
      <p className="grid min-w-0">
        {hasPage ? (
          <Link
            to={paths.profile(username)}
            className="truncate font-medium after:absolute after:inset-0 after:rounded-panel hover:underline"
          >
            {username}
          </Link>
        ) : (
          <span className="truncate font-medium">{username}</span>
        )}
        <span className="truncate text-faint text-meta tabular-nums">
          {hasPage ? followersLabel(follow.followers) : 'No public videos now'}
        </span>
      </p>
      {/* Above the link that covers the card. */}
      <FollowButton uploader={person} follow={follow} className="relative z-1 ml-auto" />
    </div>
  )
}
