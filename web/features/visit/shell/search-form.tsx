import { Search } from 'lucide-react'
import { type FormEvent, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isTyping } from '#web/lib/dom/is-typing'
import { lazyExtra } from '#web/lib/lazy-part'
import { paths } from '#web/lib/navigation/paths'
import { namesOfKey } from '#web/player/core/key-names'

const Suggestions = lazyExtra(() => import('./search/suggestions'), 'Suggestions')

export interface SearchFormProps {
  /** Lets `/` focus the box from anywhere on the page. */
  hotkey?: boolean
  autoFocus?: boolean
}

export function SearchForm({ hotkey = false, autoFocus = false }: SearchFormProps) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const input = useRef<HTMLInputElement>(null)
  const current = params.get('q') ?? ''
  const shown = useRef(current)
  /** URL in the address bar when something was last typed. It changes before the page is there. */
  const typedAt = useRef<string>(undefined)
  /** The box that asks for suggestions. */
  const [typedIn, setTypedIn] = useState<HTMLInputElement | null>(null)

  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  // The box may have had the focus before the app was there.
  useEffect(() => {
    if (document.activeElement === input.current) setTypedIn(input.current)
  }, [])

  // A new search replaces the text, unless it was typed while the page was loading. Otherwise the text stays.
  useLayoutEffect(() => {
    if (shown.current === current) return
    shown.current = current
    if (input.current && typedAt.current !== window.location.href) input.current.value = current
    typedAt.current = undefined
  }, [current])

  useEffect(() => {
    if (!hotkey) return
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (!namesOfKey(event).includes('/')) return
      event.preventDefault()
      input.current?.select()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [hotkey])

  function submit(event: FormEvent) {
    event.preventDefault()
    const query = input.current?.value.trim()
    if (!query) return
    // The keys of the page that comes are its own, and a phone's keyboard goes.
    input.current?.blur()
    navigate(paths.search(query))
  }

  return (
    <search>
      <form action="/search" onSubmit={submit} className="group relative">
        <Search
          aria-hidden="true"
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-4 size-4.5 text-faint"
        />
        <input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          aria-expanded={false}
          defaultValue={current}
          onFocus={({ target }) => setTypedIn(target)}
          onInput={() => {
            typedAt.current = window.location.href
          }}
          placeholder="Search videos..."
          aria-label="Search videos"
          aria-keyshortcuts={hotkey ? '/' : undefined}
          autoComplete="off"
          enterKeyHint="search"
          className="h-10 w-full rounded-full border border-line bg-surface-1 pr-11 pl-11 text-body transition-colors placeholder:text-faint hover:border-surface-3 focus:bg-surface-2 [&::-webkit-search-cancel-button]:hidden"
        />
        {hotkey ? (
          <span
            aria-hidden="true"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 grid size-6 place-items-center rounded-badge border border-line text-faint text-meta group-focus-within:hidden max-lg:hidden"
          >
            /
          </span>
        ) : null}
        <Suspense>{typedIn ? <Suggestions key={current} input={typedIn} /> : null}</Suspense>
      </form>
    </search>
  )
}
