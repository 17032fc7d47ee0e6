import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { notAgreed } from '#contract/values/payments/payments'

/** The buyer's consent to an order, which has to be given before anything is begun. */
export interface Consent {
  /** Props of its checkbox. */
  field: {
    ref: RefObject<HTMLInputElement | null>
    checked: boolean
    error: string | undefined
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
  /** Returns whether it is given. If not, says so beside the box and leads there. */
  check: () => boolean
  /** Asks for it again, and says why. */
  askAgain: (reason: string) => void
}

/** Holds the consent to pay a total. It isn't one to another total. */
export function useConsent(total: string, initially = false): Consent {
  const [agreedTotal, setAgreedTotal] = useState(initially ? total : null)
  const [error, setError] = useState<string>()
  const [asked, setAsked] = useState(0)
  const ref = useRef<HTMLInputElement>(null)
  const checked = agreedTotal === total

  // After the reason is rendered, so that screen readers read it with the box.
  useEffect(() => {
    if (asked > 0) ref.current?.focus()
  }, [asked])

  function askAgain(reason: string) {
    setAgreedTotal(null)
    setError(reason)
    setAsked((times) => times + 1)
  }

  return {
    field: {
      ref,
      checked,
      error,
      onChange: ({ target }) => {
        setAgreedTotal(target.checked ? total : null)
        setError(undefined)
      },
    },
    check() {
      if (!checked) askAgain(notAgreed)
      return checked
    },
    askAgain,
  }
}
