import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Crown } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { counts } from '#contract/values/shared/limits'
import { premiumPageList } from '#contract/values/videos/video-lists'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { videosQuery } from '#web/entities/video/video-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { MembershipPanel } from '#web/features/premium/plans/membership-panel.tsx'
import { PremiumHero } from '#web/features/premium/plans/premium-hero.tsx'
import { SubscribeWidget } from '#web/features/premium/plans/subscribe-widget.tsx'
import { VideoGrid } from '#web/features/visit/catalogue/video-grid.tsx'
import { lazyExtra, lazyPart } from '#web/lib/lazy-part'
import { soldVideoOf } from '#web/lib/navigation/sold-video'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** For a buyer who comes back from a provider's page. */
const ReturnPanel = lazyPart(() => import('#web/features/premium/pay/term/return-panel.tsx'), 'ReturnPanel')

// Few have a code, and its dialog isn't for the first screen.
const RedeemButton = lazyExtra(
  () => import('#web/features/premium/gift-code/redeem-button.tsx'),
  'RedeemButton',
)

export function PremiumPage() {
  const { user, can } = useViewer()
  const { data, error, refetch } = useQuery(videosQuery(premiumPageList))
  const id = useId()
  const member = user?.isPremium === true
  const [params, setParams] = useSearchParams()
  const order = params.get('order')
  const [justBought, setJustBought] = useState(false)
  const isEmpty = data?.items.length === 0
  // An empty preview is only for those who miss videos, or can publish them.
  const hasList = !isEmpty || member || can('video.review')
  usePageTitle('Premium')

  /** Providers add parameters of their own to the address that they lead back to. */
  function forgetOrder() {
    setParams({}, { replace: true })
  }

  return (
    <>
      <PremiumHero />
      <div
        className={clsx(
          'page mt-8 grid grid-cols-1 items-start gap-10',
          hasList ? 'lg:grid-cols-[minmax(0,1fr)_380px]' : 'lg:grid-cols-[380px]',
        )}
      >
        {hasList ? (
          <section aria-labelledby={id}>
            <h2 id={id} className="mb-4 font-bold text-section">
              {member ? 'Your Premium Content' : 'Premium Content Preview'}
            </h2>
            {error && !data ? (
              <LoadError error={error} onRetry={refetch} />
            ) : isEmpty ? (
              <EmptyState
                level={3}
                icon={<Crown />}
                title="No premium videos yet"
                text="Premium videos will appear here once they're published."
              />
            ) : (
              <VideoGrid
                videos={data?.items}
                skeletons={counts.premiumPage}
                label={member ? 'Your Premium Content' : 'Premium Content Preview'}
              />
            )}
          </section>
        ) : null}
        <aside
          data-sells
          aria-labelledby={`${id}-aside`}
          className={clsx(
            // Sticky only where all of it fits: the lower part of a sticky box can't be scrolled to.
            'grid grid-cols-1 gap-3 top-22 [@media(width>=64rem)_and_(height>=58rem)]:sticky',
            !member && 'max-lg:row-start-1',
          )}
        >
          <h2 id={`${id}-aside`} className="sr-only">
            Membership
          </h2>
          {order ? (
            <Suspense fallback={<Skeleton className="h-72 rounded-panel" />}>
              <ReturnPanel
                orderId={order}
                onBought={() => {
                  setJustBought(true)
                  forgetOrder()
                }}
                onLeave={forgetOrder}
              />
            </Suspense>
          ) : member ? (
            <MembershipPanel focused={justBought} video={soldVideoOf(params)} />
          ) : (
            <SubscribeWidget onBought={() => setJustBought(true)} />
          )}
          <Suspense fallback={<div className="h-10 pointer-coarse:h-11" />}>
            <RedeemButton />
          </Suspense>
        </aside>
      </div>
    </>
  )
}
