import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useRef } from 'react'
import { maxTags, tagSlug } from '#contract/values/videos/tags'
import { Field, useFieldProps } from '#web/ui/form/field.tsx'
import { TagSuggestions } from './suggestions'
import { isTagList, useTagEntry } from './use-entry'
import { useTagSuggestions } from './use-suggestions'

export interface TagFieldProps {
  /** Names. */
  value: readonly string[]
  error: string | undefined
  onChange: (names: string[]) => void
}

/** Edits a video's tags: Enter or a comma adds one, a pasted list several. Suggests tags that others use. */
export function TagField({ value, error, onChange }: TagFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { typed, fault, news, type, add, remove } = useTagEntry(value, onChange)
  const { field, list, onKey, close } = useTagSuggestions(typed, value.map(tagSlug), add)

  function onKeyDown(event: KeyboardEvent) {
    // Enter that ends the composition of a letter.
    if (event.nativeEvent.isComposing) return
    const last = value.at(-1)
    if (onKey(event)) event.preventDefault()
    else if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last)
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    // A single tag joins the typed text.
    if (!isTagList(text)) return
    event.preventDefault()
    add(typed + text)
  }

  return (
    <Field
      label="Tags"
      help="Optional. Press Enter or type a comma after each."
      error={fault ?? error}
      aside={`${value.length} of ${maxTags}`}
    >
      <div className="relative">
        <div
          className={clsx(
            'flex min-h-11 flex-wrap items-center gap-2 rounded-nav border bg-surface-1 px-2 py-1 outline-accent outline-offset-2 has-focus-visible:outline-2',
            fault || error ? 'border-danger' : 'border-line',
          )}
        >
          {value.length > 0 ? (
            <ul aria-label="Tags of this video" className="contents">
              {value.map((name) => (
                <TagChip
                  key={name}
                  name={name}
                  onRemove={() => {
                    remove(name)
                    input.current?.focus()
                  }}
                />
              ))}
            </ul>
          ) : null}
          <BareInput
            ref={input}
            name="tags"
            {...field}
            enterKeyHint="done"
            value={typed}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => {
              close()
              add(typed)
            }}
          />
        </div>
        <TagSuggestions {...list} />
        <p role="status" className="sr-only">
          {news}
        </p>
      </div>
    </Field>
  )
}

/** The box around it has the look of a field. */
function BareInput(props: ComponentProps<'input'>) {
  return (
    <input
      {...useFieldProps()}
      {...props}
      className="h-8 min-w-28 flex-1 bg-transparent px-1.5 text-body text-text outline-none"
    />
  )
}

function TagChip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li className="flex max-w-full items-center rounded-full bg-surface-3 pl-3">
      <span className="wrap-anywhere">{name}</span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="grid size-8 shrink-0 place-items-center rounded-full text-dim transition-colors hover:text-text"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  )
}
