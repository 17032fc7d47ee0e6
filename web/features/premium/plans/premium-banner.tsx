import { useId } from 'react'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { FeatureList } from './feature-list'
import { SubscribeWidget } from './subscribe-widget'
import { useShelf } from './use-shelf'

/** Presents Premium on the home page, once it is known that there is something to sell. */
export function PremiumBanner() {
  const viewer = useViewer()
  const id = useId()
  const { shop, isEmpty } = useShelf()
  if (!shop || isEmpty || viewer.pending || viewer.can('video.playPremium')) return null
  return (
    <section
      aria-labelledby={id}
      className="relative overflow-hidden rounded-hero border border-gold/25 bg-linear-to-br from-gold/12 via-surface-1 via-45% to-surface-1"
    >
      <div className="grid grid-cols-1 items-center gap-8 p-5 sm:p-8 lg:grid-cols-[1fr_minmax(380px,440px)] lg:gap-14 lg:p-10">
        <div className="grid gap-5">
          <h2 id={id} className="font-bold text-display sm:text-[2.125rem] sm:leading-10">
            Unlock Premium Content
          </h2>
          <p className="max-w-md text-dim sm:text-lead">
            Every video, full length, in the best quality available. Pay once; nothing renews automatically.
          </p>
          <FeatureList className="grid gap-x-8 gap-y-3 sm:grid-cols-2" />
        </div>
        <SubscribeWidget features={false} />
      </div>
    </section>
  )
}
