import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { premiumFeatures } from '#contract/values/payments/prices'
import { settingsQuery } from '#web/entities/settings/settings-query'

const nothingKnown = { offersDownloads: false, offers4k: false }

export function FeatureList({ className }: { className?: string }) {
  const { data: settings } = useQuery(settingsQuery)
  return (
    <ul className={className}>
      {premiumFeatures(settings ?? nothingKnown).map((feature) => (
        <li key={feature} className="flex items-center gap-2.5 text-dim">
          <Check aria-hidden="true" strokeWidth={2.5} className="size-4 shrink-0 text-gold" />
          {feature}
        </li>
      ))}
    </ul>
  )
}
