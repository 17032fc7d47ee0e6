import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChartLine, Plus, ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type OwnTab, ownTabs } from '#contract/values/videos/video'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { VerifyBanner } from '#web/features/account/credentials/verify-banner.tsx'
import { ownListParams, readOwnList } from '#web/features/publish/own-videos/own-list'
import { OwnVideoList } from '#web/features/publish/own-videos/own-video-list.tsx'
import { ownCountsQuery, ownVideosQuery } from '#web/features/publish/own-videos/queries'
import { endPublished } from '#web/features/publish/upload/delivery/published'
import {
  PublishedWork,
  PublishedWorkAnnouncer,
} from '#web/features/publish/upload/progress/published-work.tsx'
import { OwnRemovals } from '#web/features/visit/removal/own-removals.tsx'
import { ownRemovalsQuery } from '#web/features/visit/removal/queries'
import { paths } from '#web/lib/navigation/paths'
import { invalidateVideos } from '#web/lib/query/invalidate-videos'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { RequireSignIn } from '../../layouts/require-sign-in'

/** The tabs of own videos, and one for the videos that moderation removed. */
type Tab = OwnTab | 'removed'
const tabs: readonly Tab[] = [...ownTabs.filter((tab) => tab !== 'deleted'), 'removed', 'deleted']

const labels: Record<Tab, string> = {
  all: 'All',
  public: 'Public',
  unlisted: 'Unlisted',
  scheduled: 'Scheduled',
  private: 'Private',
  premium: 'Premium',
  free: 'Free',
  processing: 'Processing',
  pending: 'Pending',
  rejected: 'Rejected',
  failed: 'Failed',
  removed: 'Removed',
  deleted: 'Deleted',
}

const always: readonly Tab[] = ['all', 'public', 'private', 'premium', 'free']

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
  const list = readOwnList(params)
  const tab: Tab = params.get('tab') === 'removed' ? 'removed' : list.tab
  const { data: counts } = useQuery(ownCountsQuery)
  const { data: removals } = useInfiniteQuery(ownRemovalsQuery)
  // Below placeholders it would jump when the videos load.
  const { data: own, isPending } = useInfiniteQuery(ownVideosQuery(list))
  const { data: settings } = useQuery(settingsQuery)
  usePageTitle('My Videos')

  function countOf(value: Tab): number | undefined {
    if (value !== 'removed') return counts?.[value]
    return removals?.pages.reduce((sum, { items }) => sum + items.length, 0)
  }

  /** Few accounts have videos of the other kinds. */
  function isOffered(value: Tab): boolean {
    return always.includes(value) || value === tab || Boolean(countOf(value))
  }

  useEffect(() => {
    // A new picture would send an approved video back to review, unasked.
    if (!own || !settings || settings.requireContentApproval) return
    const videos = own.pages.flatMap(({ items }) => items)
    if (!videos.some(({ isPremium, blurredUrl }) => isPremium && blurredUrl === null)) return
    void import('#web/features/publish/upload/pictures/make-missing-blurred').then(
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
        tabs={tabs.filter(isOffered).map((value) => ({ value, label: labels[value], count: countOf(value) }))}
        value={tab}
        // The address holds the list, so that Back from the editor returns to it.
        onChange={(next) =>
          setParams(next === 'removed' ? { tab: next } : ownListParams({ ...list, tab: next }), {
            replace: true,
          })
        }
      >
        {tab === 'removed' ? (
          <OwnRemovals
            skeleton={
              <div role="status" aria-busy="true" aria-label="Loading removed videos">
                <Skeleton className="h-28 rounded-card" />
              </div>
            }
            empty={
              <EmptyState
                icon={<ShieldCheck />}
                title="No removed videos"
                text="Videos that moderators take down appear here, with the reason and a way to appeal."
              />
            }
          />
        ) : (
          <OwnVideoList
            key={tab}
            list={list}
            onList={(next) => setParams(ownListParams(next), { replace: true })}
            renderWork={({ id, title }) => <PublishedWork videoId={id} title={title} />}
            onDeleted={endPublished}
          />
        )}
        {tab === 'all' && !isPending ? <OwnRemovals className="mt-10" /> : null}
      </Tabs>
      {user ? <PublishedWorkAnnouncer onDone={() => void invalidateVideos(queryClient)} /> : null}
    </div>
  )
}
