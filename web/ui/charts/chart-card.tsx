import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { IconButton } from '../icon-button'
import { type Bar, Bars } from './bars'

export interface ChartCardProps {
  title: string
  headline: ReactNode
  /** The chart in words. */
  summary: string
  bars: readonly Bar[]
  format: (value: number) => string
  /** End of the axis, where it isn't to follow from the values. */
  top?: number
  /** Heading of the bars' names in the table. */
  nameTitle: string
  /** The last bar is the first row of the table. */
  lastFirst?: boolean
  note?: string | undefined
}

/** Shows numbers as bars or as a table. */
export function ChartCard(props: ChartCardProps) {
  const { title, headline, summary, bars, format, top, note } = props
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 gap-2 rounded-card border border-line bg-surface-1 p-4"
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <h3 id={id} className="text-dim">
            {title}
          </h3>
          <p className="font-bold text-title tabular-nums">{headline}</p>
        </div>
        <IconButton
          label={asTable ? `${title} as a chart` : `${title} as a table`}
          onClick={() => setAsTable(!asTable)}
          className="-mt-1 -mr-2"
        >
          {asTable ? <ChartColumn className="size-5" /> : <Table2 className="size-5" />}
        </IconButton>
      </div>
      {asTable ? (
        <BarTable {...props} />
      ) : (
        <Bars label={summary} bars={bars} format={format} {...(top !== undefined && { top })} />
      )}
      {note ? <p className="text-faint text-meta">{note}</p> : null}
    </section>
  )
}

function BarTable({ title, summary, bars, format, nameTitle, lastFirst }: ChartCardProps) {
  const rows = lastFirst ? bars.toReversed() : bars
  return (
    // As tall as the chart that it replaces.
    <section
      aria-label={summary}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
      tabIndex={0}
      className="h-44 overflow-y-auto rounded-nav border border-line"
    >
      <table className="w-full text-meta">
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 bg-surface-2 px-3 py-1.5 text-left font-medium text-dim">
              {nameTitle}
            </th>
            <th scope="col" className="sticky top-0 bg-surface-2 px-3 py-1.5 text-right font-medium text-dim">
              {title}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, tick, value }) => (
            <tr key={id} className="border-line border-t">
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {tick}
              </th>
              <td className="px-3 py-1.5 text-right tabular-nums">
                {value === null ? <span className="text-faint">Not counted</span> : format(value)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
