import { useQuery } from '@tanstack/react-query'
import { Film } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HomeSection } from '#contract/values/shared/look'
import { homeLists } from '#contract/values/videos/video-lists'
import { settingsQuery, useSiteName } from '#web/entities/settings/settings-query'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { PremiumBanner } from '#web/features/premium/plans/premium-banner.tsx'
import { ChipBar } from '#web/features/visit/catalogue/chip-bar.tsx'
import { ContinueSection } from '#web/features/visit/catalogue/continue-section.tsx'
import { FollowingSection, TrendingSection } from '#web/features/visit/catalogue/extra-sections.tsx'
import { HeroCarousel } from '#web/features/visit/catalogue/hero-carousel.tsx'
import { VideoSection } from '#web/features/visit/catalogue/video-section.tsx'
import { useFirstScreen } from '#web/lib/first-screen/use-first-screen'
import { paths } from '#web/lib/navigation/paths'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** In the default order. */
const sections: Record<HomeSection, ReactNode> = {
  hero: <HeroCarousel key="hero" />,
  continue: <ContinueSection key="continue" />,
  popularFree: (
    <VideoSection
      key="popularFree"
      title="Popular Free Videos"
      query={homeLists.popularFree}
      allPath={paths.popularFree}
    />
  ),
  premiumOffer: <PremiumBanner key="premiumOffer" />,
  premium: (
    <VideoSection key="premium" title="Premium Videos" query={homeLists.premium} allPath={paths.premium} />
  ),
  recent: (
    <VideoSection key="recent" title="Recently Added" query={homeLists.recent} allPath={paths.categories} />
  ),
  trending: <TrendingSection key="trending" />,
  following: <FollowingSection key="following" />,
}

/** On the first screen of a large window. */
const firstSections = 4

/** Shows the sections that the operator chose, in the chosen order; while no video is public, says so. */
export function HomePage() {
  usePageTitle(null)
  const all = useQuery(settingsQuery).data?.homeSections ?? (Object.keys(sections) as HomeSection[])
  const isEmpty = useQuery(categoriesQuery).data?.every(({ videoCount }) => videoCount === 0)
  const chosen = useFirstScreen() ? all.slice(0, firstSections) : all
  // Above the categories only where it is the first.
  const heroFirst = chosen[0] === 'hero'
  return (
    <>
      <h1 className="sr-only">{useSiteName()}</h1>
      {heroFirst ? <div className="page pt-4 pb-1 sm:pt-6 sm:pb-3">{sections.hero}</div> : null}
      <ChipBar active={null} />
      <div className="page mt-5 grid grid-cols-1 gap-12 sm:mt-6">
        {(heroFirst ? chosen.slice(1) : chosen).map((section) => sections[section])}
        {isEmpty ? (
          <EmptyState icon={<Film />} title="No videos yet" text="New videos will appear here." />
        ) : null}
      </div>
    </>
  )
}
