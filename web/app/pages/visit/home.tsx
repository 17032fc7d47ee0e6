import { homeLists } from '../../../../contract/values/videos/video-lists'
import { useSiteName } from '../../../entities/settings/settings-query'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { PremiumBanner } from '../../../features/premium/plans/premium-banner'
import { ChipBar } from '../../../features/visit/catalogue/chip-bar'
import { ContinueSection } from '../../../features/visit/catalogue/continue-section'
import { HeroCarousel } from '../../../features/visit/catalogue/hero-carousel'
import { VideoSection } from '../../../features/visit/catalogue/video-section'
import { paths } from '../../../lib/paths'

export function HomePage() {
  usePageTitle(null)
  return (
    <>
      <h1 className="sr-only">{useSiteName()}</h1>
      <div className="page pt-4 pb-1 sm:pt-6 sm:pb-3">
        <HeroCarousel />
      </div>
      <ChipBar active={null} />
      <div className="page mt-5 grid grid-cols-1 gap-12 sm:mt-6">
        <ContinueSection />
        <VideoSection title="Popular Free Videos" query={homeLists.popularFree} allPath={paths.categories} />
        <PremiumBanner />
        <VideoSection title="Premium Videos" query={homeLists.premium} allPath={paths.premium} />
        <VideoSection title="Recently Added" query={homeLists.recent} allPath={paths.categories} />
      </div>
    </>
  )
}
