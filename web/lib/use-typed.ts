import { useState } from 'react'

/**
 * What is typed into a search form, which begins with what the address says. Another search, as by Back, takes the place
 * of what was typed; the fields and their focus stay.
 */
export function useTyped<Value>(current: Value): [typed: Value, type: (typed: Value) => void] {
  const search = JSON.stringify(current)
  const [typed, type] = useState(current)
  const [known, setKnown] = useState(search)
  if (known !== search) {
    setKnown(search)
    type(current)
  }
  return [typed, type]
}
