import { useId } from 'react'
import type { Group } from '../../../../contract/values/videos/statistics'
import { formatCount } from '../../../lib/format-count'
import { otherName } from './group-names'

export interface GroupCardProps {
  title: string
  groups: readonly Group[]
  /** Names a group. */
  nameOf: (name: string) => string
}

/** Shows how views divide into groups, as a table with a bar for each. */
export function GroupCard({ title, groups, nameOf }: GroupCardProps) {
  const id = useId()
  const all = groups.reduce((sum, { views }) => sum + views, 0)
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-card border border-line bg-surface-1 p-4"
    >
      <h3 id={id} className="text-dim">
        {title}
      </h3>
      {groups.length === 0 ? (
        <p className="text-faint text-meta">No views in this period.</p>
      ) : (
        <table aria-labelledby={id} className="w-full">
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
    </section>
  )
}
