import { useState } from 'react'
import { distinctTags, maxTags, tagFault, tagMessages, tagName } from '#contract/values/videos/tags'

/** The separators between tags in a text, including those of Chinese and Japanese keyboards. */
const separators = /[,，、;\n]/

/** Tells whether a text holds more than one tag. */
export function isTagList(text: string): boolean {
  return separators.test(text)
}

export interface TagEntry {
  /** Text that isn't a tag yet. */
  typed: string
  /** Why it can't be one. */
  fault: string | null
  /** Said to screen readers after a change. */
  news: string
  /** Takes typed text; a separator in it ends a tag. */
  type: (text: string) => void
  /** Adds all tags of a text; text that can't be a tag stays in the field. */
  add: (text: string) => void
  remove: (name: string) => void
}

/** Holds the text from which tags are made, and makes them. */
export function useTagEntry(names: readonly string[], onChange: (names: string[]) => void): TagEntry {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [news, setNews] = useState('')

  /** Adds the parts of a text, and puts the rest into the field. */
  function addParts(parts: readonly string[], rest: string) {
    let next = [...names]
    let refusal: string | null = null
    const left: string[] = []
    for (const name of parts.map(tagName).filter(Boolean)) {
      const more = distinctTags([...next, name])
      const reason = tagFault(name) ?? (more.length > maxTags ? tagMessages.many : null)
      if (reason === null) next = more
      else left.push(name)
      refusal ??= reason
    }
    setTyped([...left, rest].filter(Boolean).join(', '))
    setFault(refusal)
    if (next.length === names.length) return
    setNews(`${next.slice(names.length).join(', ')} added, ${next.length} of ${maxTags}`)
    onChange(next)
  }

  return {
    typed,
    fault,
    news,
    type(text) {
      const parts = text.split(separators)
      const rest = parts.pop() ?? ''
      if (parts.length > 0) return addParts(parts, rest.trimStart())
      setTyped(text)
      setFault(null)
    },
    add: (text) => addParts(text.split(separators), ''),
    remove(name) {
      const next = names.filter((each) => each !== name)
      setFault(null)
      setNews(`${name} removed, ${next.length} of ${maxTags}`)
      onChange(next)
    },
  }
}
