import type { Group } from '#contract/values/videos/statistics'
import { formatCount } from '#web/lib/format-count'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { otherName } from './group-names'

export interface GroupCardProps {
  title: string
  groups: readonly Group[]
  /** Names a group. */
  nameOf: (name: string) => string
}

/** Shows how views divide into groups, as a table with a bar for each. */
export function GroupCard({ title, groups, nameOf }: GroupCardProps) {
  const all = groups.reduce((sum, { views }) => sum + views, 0)
  return (
    <TitledCard title={title}>
      {groups.length === 0 ? (
        <p className="text-faint text-meta">No views in this period.</p>
      ) : (
        <table aria-label={title} className="w-full">
          <thead className="sr-only">
            <tr>
              <th scope="col">Group</th>
              <th scope="col">Views</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ name, views }) => (
              <tr key={name ?? ''}>
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  {name === null ? otherName : nameOf(name)}
                  <span
                    aria-hidden="true"
                    className="mt-1 block h-1 rounded-full bg-accent"
                    style={{ width: `${(100 * views) / all}%` }}
                  />
                </th>
                <td className="py-1 text-right align-top tabular-nums">{formatCount(views)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </TitledCard>
  )
}
