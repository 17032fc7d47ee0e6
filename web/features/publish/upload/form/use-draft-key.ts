import { useEffect, useState } from 'react'
import { claimDraft } from '../draft/draft-slot'

/** Returns the key of this tab's own draft of a form; null until it is claimed. */
export function useDraftKey(account: number | undefined, form: string): string | null {
  const [claim, setClaim] = useState<{ of: string; key: string } | null>(null)
  const of = `${account}:${form}`
  useEffect(() => {
    if (account === undefined) return
    let current = true
    void claimDraft(account, form).then((key) => {
      if (current) setClaim({ of: `${account}:${form}`, key })
    })
    return () => {
      current = false
    }
  }, [account, form])
  return claim?.of === of ? claim.key : null
}
