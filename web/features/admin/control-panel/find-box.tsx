import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { errorDetail } from '#web/lib/api-error'
import { Input } from '#web/ui/form/input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FoundList } from './found-list'
import { findThingsQuery } from './queries'

/** Finds the video, member, payment or case that a pasted text names. */
export function FindBox() {
  const id = useId()
  const { key } = useLocation()
  const [typed, setTyped] = useState('')
  /** The submitted text; empty while no results are shown. */
  const [text, setText] = useState('')
  const box = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { data, error, isFetching } = useQuery({ ...findThingsQuery(text), enabled: text !== '' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the results
  useEffect(() => setText(''), [key])

  useEffect(() => {
    if (text === '') return
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setText('')
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [text])

  return (
    <search
      ref={box}
      className="relative max-sm:w-full"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return
        setText('')
        input.current?.focus()
      }}
    >
      <form
        className="flex gap-1"
        onSubmit={(event) => {
          event.preventDefault()
          setText(typed.trim())
          if (typed.trim() === '') input.current?.focus()
        }}
      >
        <Input
          ref={input}
          type="search"
          aria-label="Find anything"
          aria-describedby={`${id}-help`}
          placeholder="ID, URL, name, hash, reference"
          maxLength={300}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-0 sm:w-80"
        />
        <IconButton type="submit" label="Find">
          <Search className="size-5" />
        </IconButton>
      </form>
      <p id={`${id}-help`} className="sr-only">
        Finds a video, a member, a payment or a case.
      </p>
      {text === '' ? null : (
        <div className="absolute top-full right-0 left-0 z-30 mt-2 max-h-[70dvh] min-w-72 overflow-y-auto rounded-card border border-line bg-surface-1 p-2 shadow-2xl sm:left-auto sm:w-112">
          <div role="status">
            {isFetching ? (
              <p className="px-3 py-2 text-dim">Searching...</p>
            ) : error ? (
              <p className="px-3 py-2 text-danger">{errorDetail(error)}</p>
            ) : data?.length === 0 ? (
              <p className="wrap-anywhere px-3 py-2 text-dim">No results for “{text}”.</p>
            ) : (
              <p className="sr-only">{data?.length} found</p>
            )}
          </div>
          {data && !isFetching ? <FoundList things={data} /> : null}
        </div>
      )}
    </search>
  )
}
