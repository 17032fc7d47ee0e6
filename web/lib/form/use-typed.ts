import { useState } from 'react'

/**
 * Holds the text of a search form, starting with the address's. Another search, for example after Back,
 * replaces the text; the fields and their focus stay.
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
