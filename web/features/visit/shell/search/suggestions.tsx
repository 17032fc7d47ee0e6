import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { CirclePlay, Hash, RotateCcwClock, Trash, UserRound, X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Suggestion } from '#contract/schemas/videos/search'
import { suggestFrom } from '#contract/values/videos/search'
import { paths } from '#web/lib/navigation/paths'
import { suggestionsQuery } from './queries'
import { forgetSearch, forgetSearches, recentSearches } from './recent-searches'

/** Milliseconds without a key pressed before suggestions are asked for. */
const pauseMs = 120

interface Option {
  key: string
  kind: Suggestion['kind'] | 'recent' | 'clear'
  text: string
  /** Where it leads. */
  path: string
}

/** By kind: an icon, and a word where the text doesn't tell the kind. */
const looks = {
  title: [CirclePlay, null],
  tag: [Hash, 'Tag'],
  uploader: [UserRound, 'Uploader'],
  recent: [RotateCcwClock, null],
  clear: [Trash, null],
} as const

export interface SuggestionsProps {
  /** The search box, which has the focus when this is first rendered. It is a combobox, and keeps the focus. */
  input: HTMLInputElement
}

/** Completes the text typed in the search box; while it is empty, shows recent searches. */
export function Suggestions({ input }: SuggestionsProps) {
  const navigate = useNavigate()
  const listId = useId()
  const [isOpen, setOpen] = useState(document.activeElement === input)
  const [typed, setTyped] = useState(input.value)
  /** Key of the option that the keyboard is at. */
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [recent, setRecent] = useState(recentSearches)
  const asked = useSettled(typed.trim())
  const { data } = useQuery({ ...suggestionsQuery(asked), enabled: isOpen && asked.length >= suggestFrom })

  const found = asked && typed.trim() ? data : undefined
  const isRecent = typed.trim() === ''
  const options = isRecent ? recentOptions(recent) : (found ?? []).map(optionOf)
  const isShown = isOpen && options.length > 0
  const active = options.findIndex(({ key }) => key === activeKey)
  const chosen = options[active]

  function go(option: Option) {
    if (option.kind === 'clear') {
      forgetSearches()
      setRecent([])
      return
    }
    setOpen(false)
    // The keys of the page that comes are its own, and a phone's keyboard goes.
    input.blur()
    navigate(option.path)
  }

  function remove(text: string) {
    forgetSearch(text)
    setRecent(recentSearches())
    setActiveKey(null)
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
        setActiveKey(options[((active + 1 + step + count) % count) - 1]?.key ?? null)
      } else if (event.key === 'Enter' && isShown && chosen) {
        event.preventDefault()
        go(chosen)
      } else if (event.key === 'Enter') {
        setOpen(false)
      } else if (event.key === 'Delete' && isShown && chosen?.kind === 'recent') {
        event.preventDefault()
        remove(chosen.text)
      } else if (event.key === 'Escape' && isShown) {
        // Otherwise Escape would empty the box, or close the panel that it is in.
        event.preventDefault()
        event.stopPropagation()
        setOpen(false)
      }
    }
    function onInput() {
      setTyped(input.value)
      setActiveKey(null)
      setOpen(true)
    }
    function onFocus() {
      setRecent(recentSearches())
      setTyped(input.value)
      setOpen(true)
    }
    function close() {
      setOpen(false)
      setActiveKey(null)
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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the box while the pointer is used
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-50 mt-2 animate-rise rounded-card border border-line bg-surface-1 p-1 shadow-2xl"
    >
      {isRecent ? <p className="px-3 py-2 text-faint text-meta">Recent, in this browser only</p> : null}
      <div
        id={listId}
        role="listbox"
        aria-label={isRecent ? 'Recent searches' : 'Suggestions'}
        className="max-h-[60dvh] overflow-y-auto"
      >
        {options.map((option, index) => {
          const [Sign, word] = looks[option.kind]
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus, and names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
            <div
              key={option.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              aria-description={option.kind === 'recent' ? 'Delete removes it' : undefined}
              onClick={() => go(option)}
              className={clsx(
                'flex h-11 cursor-pointer items-center gap-3 rounded-nav px-3 hover:bg-surface-2 aria-selected:bg-surface-2',
                '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint',
              )}
            >
              <Sign aria-hidden="true" />
              <span className="min-w-0 flex-1 truncate">{option.text}</span>
              {word ? <span className="shrink-0 text-faint text-meta">{word}</span> : null}
              {option.kind === 'recent' ? <RemoveButton onClick={() => remove(option.text)} /> : null}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** For the pointer only: the keyboard has Delete. */
function RemoveButton({ onClick }: { onClick: () => void }) {
  return (
    <span
      aria-hidden="true"
      title="Remove"
      onClick={(event) => {
        event.stopPropagation()
        onClick()
      }}
      className="-mr-2 grid size-10 place-items-center rounded-full hover:bg-surface-3"
    >
      <X />
    </span>
  )
}

function recentOptions(recent: string[]): Option[] {
  const options = recent.map((text) => ({
    key: text,
    kind: 'recent' as const,
    text,
    path: paths.search(text),
  }))
  return recent.length === 0
    ? []
    : [...options, { key: 'clear', kind: 'clear', text: 'Clear recent searches', path: '' }]
}

function optionOf(suggestion: Suggestion): Option {
  const { kind, text } = suggestion
  return { key: `${kind} ${text}`, kind, text, path: pathOf(suggestion) }
}

function pathOf(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'title':
      return paths.video(suggestion.id)
    case 'tag':
      return paths.tag(suggestion.slug)
    case 'uploader':
      return paths.profile(suggestion.text)
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
