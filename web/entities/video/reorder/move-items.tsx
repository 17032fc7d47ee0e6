import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react'
import type { MenuItem } from '#web/ui/overlay/menu.tsx'
import { type Move, moves } from './move'

export const moveItems: Record<Move, Pick<MenuItem, 'label' | 'icon'>> = {
  top: { label: 'Move to top', icon: <ArrowUpToLine /> },
  up: { label: 'Move up', icon: <ArrowUp /> },
  down: { label: 'Move down', icon: <ArrowDown /> },
  end: { label: 'Move to bottom', icon: <ArrowDownToLine /> },
}

export interface Placed {
  isFirst: boolean
  /** Among the videos loaded. */
  isLast: boolean
  /** All pages are loaded. */
  isWhole: boolean
}

/** Returns the ways in which a row can move in an order of the account's own. */
export function movesFrom({ isFirst, isLast, isWhole }: Placed): MenuItem[] {
  const isInPlace = { top: isFirst, up: isFirst, down: isLast, end: isLast && isWhole }
  return moves.filter((move) => !isInPlace[move]).map((value) => ({ value, ...moveItems[value] }))
}
