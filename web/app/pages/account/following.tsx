import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { Video } from '#contract/schemas/videos/video'
import { counts } from '#contract/values/shared/limits'
import { feedPath } from '#contract/values/videos/people-lists'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { FollowedPeople } from '#web/features/account/following/followed-people.tsx'
import { EndlessGrid } from '#web/features/visit/catalogue/endless-grid.tsx'
import { client } from '#web/lib/api'
import { paths } from '#web/lib/navigation/paths'
import { bootKeys } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { RequireSignIn } from '../../layouts/require-sign-in'

const feedQuery = pagedQuery<Video>(
  bootKeys.list(feedPath),
  (onward, options) => client.api.account.following.videos.$get({ query: onward }, options),
  { staleTime: 60_000 },
)

/** Renders the people the account follows, and their videos. */
export function FollowingPage() {
  const { user } = useViewer()
  usePageTitle('Following')
  return (
    <RequireSignIn message="Please sign in to see the people you follow.">
      <div className="page pt-6 sm:pt-8">
        <h1 className="mb-5 font-bold text-title">Following</h1>
        {user ? (
          <>
            <FollowedPeople />
            <Feed />
          </>
        ) : null}
      </div>
    </RequireSignIn>
  )
}

function Feed() {
  const query = useInfiniteQuery(feedQuery)
  return (
    <EndlessGrid
      query={query}
      label="Videos from people you follow"
      skeletons={counts.categorySkeletons}
      named
      empty={
        <EmptyState
          icon={<Users />}
          title="No videos yet"
          text="Follow people whose videos you like, and their new ones appear here."
          action={
            <ButtonLink to={paths.trending} variant="primary">
              See what's trending
            </ButtonLink>
          }
        />
      }
    />
  )
}
