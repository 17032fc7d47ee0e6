import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import type { Profile } from '#contract/schemas/videos/profiles'
import { counts } from '#contract/values/shared/limits'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { profileQuery, profileSorts, profileVideosQuery } from '#web/entities/uploader/profile-queries'
import { EndlessGrid } from '#web/features/visit/catalogue/endless-grid.tsx'
import { ProfileHeader } from '#web/features/visit/uploader/profile-header.tsx'
import { paths } from '#web/lib/navigation/paths'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { PageSpinner } from '#web/ui/feedback/page-spinner.tsx'
import { ViewLinks } from '#web/ui/view-links.tsx'
import { NotFoundPage } from './not-found'

/** Renders an uploader's page: who it is, and their public videos. */
export function ProfilePage() {
  const { username = '' } = useParams()
  const { data: profile, error, refetch } = useQuery(profileQuery(username))
  if (error && !profile) return <LoadError error={error} onRetry={refetch} />
  if (profile === null) return <NotFoundPage />
  return profile ? <Shown key={profile.id} name={username} profile={profile} /> : <PageSpinner />
}

/** `name` is as the address has it, by which the lists are asked for. */
function Shown({ name, profile }: { name: string; profile: Profile }) {
  const { username } = profile
  const [params] = useSearchParams()
  const sort = profileSorts.find((each) => each === params.get('sort')) ?? 'newest'
  const query = useInfiniteQuery(profileVideosQuery(name, sort))
  usePageTitle(username)
  return (
    <div className="page pt-6 sm:pt-8">
      <ProfileHeader profile={profile} />
      {profile.videos > 1 ? (
        <div className="mb-5">
          <ViewLinks
            label="Order"
            value={sort}
            links={[
              { value: 'newest', label: 'Newest', to: paths.profile(name) },
              { value: 'popular', label: 'Popular', to: `${paths.profile(name)}?sort=popular` },
            ]}
          />
        </div>
      ) : null}
      <EndlessGrid
        key={sort}
        query={query}
        label={`Videos by ${username}`}
        skeletons={counts.categorySkeletons}
        empty={
          <EmptyState icon={<Clapperboard />} title="No videos yet" text="Public videos will appear here." />
        }
      />
    </div>
  )
}
