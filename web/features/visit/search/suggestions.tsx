import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { CirclePlay, Hash, History, UserRound, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Suggestion } from '../../../../contract/schemas/videos/search'
import { paths } from '../../../lib/paths'
import { suggestionsQuery } from './queries'
import { forgetSearch, forgetSearches, recentSearches } from './recent-searches'

/** Milliseconds without a key pressed before suggestions are asked for. */
const pauseMs = 120

interface Option {
  key: string
  icon: ReactNode
  text: string
  /** What kind of thing it is, where its text doesn't tell. */
  kind?: string
  path: string
  /** Was typed before, in this browser. */
  isRecent?: true
}

export interface SuggestionsProps {
  /** The search box, which has the focus when this is first rendered. It is a combobox, and keeps the focus. */
  input: HTMLInputElement
}

/** Completes what is typed in the search box; while it is empty, shows what was searched for last. */
export function Suggestions({ input }: SuggestionsProps) {
  const navigate = useNavigate()
  const listId = useId()
  const [isOpen, setOpen] = useState(document.activeElement === input)
  const [typed, setTyped] = useState(input.value)
  const [active, setActive] = useState(-1)
  const [recent, setRecent] = useState(recentSearches)
  const asked = useSettled(typed.trim())
  const { data } = useQuery(suggestionsQuery(asked))

  const found = asked && typed.trim() ? data : undefined
  const options = typed.trim() === '' ? recent.map(recentOption) : (found ?? []).map(optionOf)
  const isShown = isOpen && options.length > 0
  const chosen = options[active]

  function go({ path, text, isRecent }: Option) {
    setOpen(false)
    if (isRecent) input.value = text
    navigate(path)
  }

  function remove(text: string) {
    forgetSearch(text)
    setRecent(recentSearches())
    setActive(-1)
  }

  useEffect(() => {
    // Typed while this was loading.
    if (input.value !== typed) setTyped(input.value)
    const optionId = chosen && isShown ? `${listId}-${active}` : null
    input.setAttribute('aria-expanded', String(isShown))
    input.setAttribute('aria-autocomplete', 'list')
    set(input, 'aria-controls', isShown ? listId : null)
    set(input, 'aria-activedescendant', optionId)
    if (optionId) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' })
  })

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.isComposing) return
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        setOpen(true)
        // From the box into the list and out of it again.
        const step = event.key === 'ArrowDown' ? 1 : -1
        const count = options.length + 1
        setActive((now) => ((now + 1 + step + count) % count) - 1)
      } else if (event.key === 'Enter' && isShown && chosen) {
        event.preventDefault()
        go(chosen)
      } else if (event.key === 'Enter') {
        setOpen(false)
      } else if (event.key === 'Delete' && isShown && chosen?.isRecent) {
        event.preventDefault()
        remove(chosen.text)
      } else if (event.key === 'Escape' && isShown) {
        // Neither empties the box nor closes what it is in.
        event.preventDefault()
        event.stopPropagation()
        setOpen(false)
      }
    }
    function onInput() {
      setTyped(input.value)
      setActive(-1)
      setOpen(true)
    }
    function onFocus() {
      setRecent(recentSearches())
      setTyped(input.value)
      setOpen(true)
    }
    function close() {
      setOpen(false)
      setActive(-1)
    }
    const listeners = { keydown: onKeyDown, input: onInput, focus: onFocus, click: onFocus, blur: close }
    for (const [type, listener] of Object.entries(listeners))
      input.addEventListener(type, listener as EventListener)
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        input.removeEventListener(type, listener as EventListener)
    }
  })

  if (!isShown) return null
  const isRecent = typed.trim() === ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the box while the pointer is used
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-50 mt-2 animate-rise rounded-card border border-line bg-surface-1 p-1 shadow-2xl"
    >
      {isRecent ? (
        <div className="flex items-center justify-between gap-3 px-3 text-faint text-meta">
          <span>Recent, in this browser only</span>
          <button
            type="button"
            tabIndex={-1}
            className="h-9 shrink-0 hover:text-text"
            onClick={() => {
              forgetSearches()
              setRecent([])
            }}
          >
            Clear
          </button>
        </div>
      ) : null}
      <div
        id={listId}
        className="max-h-[60dvh] overflow-y-auto"
        role="listbox"
        aria-label={isRecent ? 'Recent searches' : 'Suggestions'}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus, and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
          <div
            key={option.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => go(option)}
            className={clsx(
              'flex h-11 cursor-pointer items-center gap-3 rounded-nav px-3 hover:bg-surface-2 aria-selected:bg-surface-2',
              '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint',
            )}
          >
            {option.icon}
            <span className="min-w-0 flex-1 truncate">{option.text}</span>
            {option.kind ? <span className="shrink-0 text-faint text-meta">{option.kind}</span> : null}
            {option.isRecent ? (
              <button
                type="button"
                tabIndex={-1}
                aria-hidden="true"
                title="Remove"
                onClick={(event) => {
                  event.stopPropagation()
                  remove(option.text)
                }}
                className="-mr-2 grid size-10 place-items-center rounded-full hover:bg-surface-3"
              >
                <X />
              </button>
            ) : null}
          </div>
        ))}
      </div>
    </div>
  )
}

function recentOption(text: string): Option {
  return {
    key: `recent ${text}`,
    icon: <History aria-hidden="true" />,
    text,
    path: paths.search(text),
    isRecent: true,
  }
}

function optionOf(suggestion: Suggestion): Option {
  const { kind, text } = suggestion
  const key = `${kind} ${text}`
  switch (kind) {
    case 'title':
      return { key, icon: <CirclePlay aria-hidden="true" />, text, path: paths.video(suggestion.id) }
    case 'tag':
      return { key, icon: <Hash aria-hidden="true" />, text, kind: 'Tag', path: paths.tag(suggestion.slug) }
    case 'uploader':
      return {
        key,
        icon: <UserRound aria-hidden="true" />,
        text,
        kind: 'Uploader',
        path: paths.profile(text),
      }
  }
}

/** Returns a text once it hasn't changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function set(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
