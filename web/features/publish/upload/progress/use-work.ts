import { useEffect, useState, useSyncExternalStore } from 'react'
import { OtherTabs, workElsewhere } from './other-tabs'
import { onTabWork, workInTab } from './tab-work'
import type { Work } from './work'

/** Returns an account's work in this tab, and that of one other tab; null where there is none. */
export function useWork(account: number): { here: Work | null; elsewhere: Work | null } {
  const [here, setHere] = useState(() => workInTab(account))
  const elsewhere = useSyncExternalStore(workElsewhere.subscribe, workElsewhere.get)
  useEffect(() => {
    const others = new OtherTabs(account)
    const stop = onTabWork(account, () => {
      const work = workInTab(account)
      // Bytes arrive more often than a percent.
      setHere((before) => (JSON.stringify(before) === JSON.stringify(work) ? before : work))
      others.report(work)
    })
    const forget = others.works.subscribe(() =>
      workElsewhere.set([...others.works.get().values()][0] ?? null),
    )
    return () => {
      stop()
      forget()
      others.end()
      workElsewhere.set(null)
    }
  }, [account])
  return { here, elsewhere }
}
