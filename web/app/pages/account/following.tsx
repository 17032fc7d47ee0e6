import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { counts } from '../../../../contract/values/shared/limits'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { endlessFeedQuery } from '../../../entities/video/list-queries'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { FollowedPeople } from '../../../features/account/following/followed-people'
import { EndlessGrid } from '../../../features/visit/catalogue/endless-grid'
import { paths } from '../../../lib/paths'
import { ButtonLink } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { RequireSignIn } from '../../layouts/require-sign-in'

/** Renders what the people published whom the account follows, and who they are. */
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
  const query = useInfiniteQuery(endlessFeedQuery)
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
