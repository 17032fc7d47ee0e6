import { Check } from 'lucide-react'
import { premiumFeatures } from '../../../../contract/values/payments/prices'

export function FeatureList({ className }: { className?: string }) {
  return (
    <ul className={className}>
      {premiumFeatures.map((feature) => (
        <li key={feature} className="flex items-center gap-2.5 text-dim">
          <Check aria-hidden="true" strokeWidth={2.5} className="size-4 shrink-0 text-gold" />
          {feature}
        </li>
      ))}
    </ul>
  )
}
