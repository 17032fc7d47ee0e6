import { useId } from 'react'
import type { StorageStats } from '#contract/schemas/site/storage'
import { formatBytes } from '#contract/values/shared/bytes'
import { formatMoney } from '#contract/values/shared/money'
import { storagePrice } from '#contract/values/site/storage'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { filesLabel } from './files-label'

/** Shows the storage used, its budget, and its monthly cost. */
export function Usage({ stats }: { stats: StorageStats }) {
  const id = useId()
  const { totalBytes, videoBytes, imageBytes, budgetBytes, monthlyCost, pendingDeletion } = stats
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="font-bold text-section">
        Storage
      </h2>
      <div className="grid gap-3 rounded-card border border-line bg-surface-1 p-4 sm:p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="font-bold text-display tabular-nums">{formatBytes(totalBytes)}</p>
          <p className="text-dim tabular-nums">
            {budgetBytes > 0
              ? `${Math.round((totalBytes / budgetBytes) * 100)}% of a budget of ${formatBytes(budgetBytes)}`
              : 'No budget set'}
            {' · '}
            <TextLink to={`${adminTab('settings')}#storage`}>Change budget</TextLink>
          </p>
        </div>
        {budgetBytes > 0 ? (
          <ProgressBar label="Storage against the budget" value={Math.min(1, totalBytes / budgetBytes)} />
        ) : null}
        {budgetBytes > 0 && totalBytes > budgetBytes ? (
          <p className="text-warning">
            {formatBytes(totalBytes - budgetBytes)} over budget. Uploads aren't blocked.
          </p>
        ) : null}
        <FactList layout="cells" className="grid-cols-2 gap-4 pt-2 lg:grid-cols-4">
          <Fact term="Videos">{formatBytes(videoBytes)}</Fact>
          <Fact term="Pictures">{formatBytes(imageBytes)}</Fact>
          <Fact
            term="Estimated cost"
            note={`At $${storagePrice.perGb} per GB per month, ${storagePrice.freeGb} GB free, excluding operations.`}
          >
            {formatMoney(Math.round(monthlyCost * 100), 'USD')} per month
          </Fact>
          <Fact term="Pending deletion" note="Will be deleted from R2 shortly.">
            {filesLabel(pendingDeletion)}
          </Fact>
        </FactList>
      </div>
    </section>
  )
}
