import { createContext, type ReactElement, type ReactNode, useState } from 'react'

type Kept = ReactElement<object> | null
type Change = (shown: Kept) => Kept

/** Changes the part that stays rendered when its page is left. */
export const KeepContext = createContext<(change: Change) => void>(() => {})

/** Renders the pages, and beside them the part that one of them keeps, such as its player. */
export function KeptPart({ children }: { children: ReactNode }) {
  const [kept, keep] = useState<Kept>(null)
  return (
    <KeepContext value={keep}>
      {children}
      {kept}
    </KeepContext>
  )
}
