import { type ReactNode, useId } from 'react'
import type { Overview } from '#contract/schemas/site/overview'
import { formatBytes } from '#contract/values/shared/bytes'
import { formatCount } from '#web/lib/format-count'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { TextLink } from '#web/ui/text/link.tsx'

/** Shows the site's current totals. */
export function Totals({ totals }: Pick<Overview, 'totals'>) {
  const id = useId()
  const { users, videos, premium, storedBytes, budgetBytes } = totals
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="font-bold text-section">
        Totals
      </h2>
      <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <Total term="Accounts">{formatCount(users)}</Total>
        <Total term="Premium members">{formatCount(premium)}</Total>
        <Total term="Videos">{formatCount(videos)}</Total>
        <Total term={<TextLink to={adminTab('storage')}>Storage</TextLink>}>
          {formatBytes(storedBytes)}
          <span className="mt-1 grid gap-2 font-normal text-faint text-meta">
            {budgetBytes > 0 ? (
              <>
                of a budget of {formatBytes(budgetBytes)}
                <ProgressBar
                  label="Storage against the budget"
                  value={Math.min(1, storedBytes / budgetBytes)}
                />
              </>
            ) : (
              'no budget set'
            )}
          </span>
        </Total>
      </dl>
    </section>
  )
}

function Total({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-surface-1 px-4 py-3">
      <dt className="text-dim">{term}</dt>
      <dd className="font-bold text-title tabular-nums">{children}</dd>
    </div>
  )
}
