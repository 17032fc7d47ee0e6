import { useState } from 'react'
import { keepChoice, readChoice } from '../browser-choice'
import { useMatches } from '../dom/use-matches'

interface Pickable {
  title: string
  /** Always shown: without it, no one could tell the rows apart, or act on them. */
  isFixed?: boolean
  /** Not shown until it is picked. */
  isExtra?: boolean
}

type Picked = Readonly<Record<string, boolean>>

/**
 * Returns a table's columns as they were picked in this browser, and whether there is room for a table. A
 * phone's cards show the columns that every table shows at first.
 */
export function useColumns<Column extends Pickable>(table: string, columns: readonly Column[]) {
  const name = `columns-${table}`
  const [picked, setPicked] = useState<Picked>(() => read(name))
  const isWide = useMatches('(width >= 48rem)')
  const isShown = ({ title, isFixed, isExtra }: Column) =>
    isFixed || ((isWide ? picked[title] : undefined) ?? !isExtra)

  function show(title: string, shown: boolean) {
    const next = { ...picked, [title]: shown }
    setPicked(next)
    keepChoice(name, JSON.stringify(next))
  }

  return {
    isWide,
    shown: columns.filter(isShown),
    pickable: columns
      .filter(({ isFixed }) => !isFixed)
      .map((column) => ({ title: column.title, isShown: Boolean(isShown(column)) })),
    show,
  }
}

function read(name: string): Picked {
  try {
    const kept: unknown = JSON.parse(readChoice(name) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Picked) : {}
  } catch {
    return {}
  }
}
