import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { type Tag, tagSlug, tagSuggestions } from '#contract/values/videos/tags'
import { suggestedTagsQuery } from './queries'

export interface TagSuggestionsState {
  id: string
  tags: readonly Tag[]
  /** Index of the tag that the arrow keys have reached; -1: none. */
  active: number
  onChoose: (name: string) => void
}

/**
 * Suggests tags for the text typed into a field, which becomes a combobox: spread `field` onto it, and call
 * `onKey` first for each of its keys. `without` are slugs.
 */
export function useTagSuggestions(
  typed: string,
  without: readonly string[],
  onChoose: (name: string) => void,
) {
  const id = useId()
  /** The text for which the list was closed. */
  const [closedFor, setClosedFor] = useState<string | null>('')
  const [active, setActive] = useState(-1)
  const { data } = useQuery(suggestedTagsQuery(useDeferredValue(typed)))
  const isLongEnough = [...tagSlug(typed)].length >= tagSuggestions.after
  const isOpen = isLongEnough && closedFor !== typed
  const tags = isOpen ? (data?.filter(({ slug }) => !without.includes(slug)) ?? []) : []
  const chosen = tags[active]

  function close() {
    setClosedFor(typed)
    setActive(-1)
  }

  function choose(name: string) {
    onChoose(name)
    setClosedFor(name)
    setActive(-1)
  }

  /** Returns whether the list has used the key. */
  function onKey({ key }: KeyboardEvent): boolean {
    if (tags.length === 0) return false
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    // From the field to either end of the list, and back to the field.
    if (step !== 0) setActive(((active + step + tags.length + 2) % (tags.length + 1)) - 1)
    else if (key === 'Enter' && chosen) choose(chosen.name)
    else if (key === 'Escape') close()
    else return false
    return true
  }

  return {
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': tags.length > 0,
      'aria-controls': tags.length > 0 ? `${id}-list` : undefined,
      'aria-activedescendant': chosen ? `${id}-${active}` : undefined,
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
    } as const,
    list: { id, tags, active, onChoose: choose } satisfies TagSuggestionsState,
    onKey,
    close,
  }
}
