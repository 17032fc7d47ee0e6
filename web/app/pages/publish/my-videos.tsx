import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChartLine, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type OwnTab, ownTabs } from '../../../../contract/values/videos/videos'
import { settingsQuery } from '../../../entities/settings/settings-query'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { VerifyBanner } from '../../../features/account/credentials/verify-banner'
import { OwnVideoList } from '../../../features/publish/own-videos/own-video-list'
import { ownCountsQuery, ownVideosQuery } from '../../../features/publish/own-videos/queries'
import { endPublished } from '../../../features/publish/upload/job/published'
import { PublishedWork, PublishedWorkAnnouncer } from '../../../features/publish/upload/job/published-work'
import { OwnRemovals } from '../../../features/visit/removal/own-removals'
import { paths } from '../../../lib/paths'
import { invalidateVideos } from '../../../lib/query/invalidate-videos'
import { ButtonLink } from '../../../ui/button'
import { Tabs } from '../../../ui/tabs'
import { RequireSignIn } from '../../layouts/require-sign-in'

const labels: Record<OwnTab, string> = {
  all: 'All',
  public: 'Public',
  unlisted: 'Unlisted',
  scheduled: 'Scheduled',
  private: 'Private',
  premium: 'Premium',
  free: 'Free',
}

export function MyVideosPage() {
  return (
    <RequireSignIn message="Please sign in to view your videos">
      <MyVideos />
    </RequireSignIn>
  )
}

function MyVideos() {
  const queryClient = useQueryClient()
  const { user } = useViewer()
  const [params, setParams] = useSearchParams()
  const tab = ownTabs.find((each) => each === params.get('tab')) ?? 'all'
  const { data: counts } = useQuery(ownCountsQuery)
  // Below placeholders it would jump when the videos load.
  const { data: own, isPending } = useInfiniteQuery(ownVideosQuery(tab))
  const { data: settings } = useQuery(settingsQuery)
  usePageTitle('My Videos')

  /** Few accounts have videos of these kinds. */
  function isOffered(value: OwnTab): boolean {
    return (value !== 'unlisted' && value !== 'scheduled') || value === tab || Boolean(counts?.[value])
  }

  useEffect(() => {
    // A new picture would send an approved video back to review, unasked.
    if (!own || !settings || settings.requireContentApproval) return
    const videos = own.pages.flatMap(({ items }) => items)
    if (!videos.some(({ isPremium, blurredUrl }) => isPremium && blurredUrl === null)) return
    void import('../../../features/publish/upload/poster/make-missing-blurred').then(
      ({ makeMissingBlurred }) => makeMissingBlurred(videos),
      // The next visit tries again.
      () => undefined,
    )
  }, [own, settings])

  return (
    <div className="page pt-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-bold text-title">My Videos</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={paths.statistics}>
            <ChartLine aria-hidden="true" className="size-4.5" />
            Statistics
          </ButtonLink>
          <ButtonLink variant="primary" to={paths.uploadVideo}>
            <Plus aria-hidden="true" className="size-4.5" />
            Upload New Video
          </ButtonLink>
        </div>
      </div>
      <VerifyBanner className="mb-4" />
      <Tabs
        label="Videos by visibility"
        tabs={ownTabs
          .filter(isOffered)
          .map((value) => ({ value, label: labels[value], count: counts?.[value] }))}
        value={tab}
        // The address holds the tab, so that Back from the editor returns to it.
        onChange={(next) => setParams(next === 'all' ? {} : { tab: next }, { replace: true })}
      >
        <OwnVideoList
          tab={tab}
          renderWork={({ id, title }) => <PublishedWork videoId={id} title={title} />}
          onDeleted={endPublished}
        />
      </Tabs>
      {isPending ? null : <OwnRemovals />}
      {user ? (
        <PublishedWorkAnnouncer account={user.id} onDone={() => void invalidateVideos(queryClient)} />
      ) : null}
    </div>
  )
}
