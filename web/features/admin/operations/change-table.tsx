import type { Change } from './changes'

/** Renders changes in rows of before and after. Without any value before, that column is left out. */
export function ChangeTable({ changes }: { changes: readonly Change[] }) {
  const hadBefore = changes.some(({ before }) => before !== null)
  const head = 'py-1 pr-4 text-left align-top font-normal text-faint'
  const cell = 'wrap-anywhere max-w-80 whitespace-pre-line py-1 pr-4 align-top'
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table aria-label="Changes" className="text-meta">
        <thead className={hadBefore ? undefined : 'sr-only'}>
          <tr>
            <th scope="col" className={head}>
              Field
            </th>
            {hadBefore ? (
              <th scope="col" className={head}>
                Before
              </th>
            ) : null}
            <th scope="col" className={head}>
              {hadBefore ? 'After' : 'Value'}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row" className={head}>
                {name}
              </th>
              {hadBefore ? <td className={`${cell} text-dim`}>{before ?? '–'}</td> : null}
              <td className={cell}>{after ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
