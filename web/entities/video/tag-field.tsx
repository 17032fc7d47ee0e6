import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { maxTags, tagSlug } from '../../../contract/values/videos/tags'
import { controlLook, Field } from '../../ui/form/field'
import { Input } from '../../ui/form/input'
import { TagSuggestions } from './tag-suggestions'
import { isTagList, useTagEntry } from './use-tag-entry'
import { useTagSuggestions } from './use-tag-suggestions'

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
    // A single one joins what is typed.
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
            controlLook,
            'flex min-h-11 flex-wrap items-center gap-1.5 py-1.5 pl-1.5 has-[[aria-invalid]]:border-danger has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent',
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
          <Input
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
            className="h-8! w-auto! min-w-32 flex-1 border-0! bg-transparent! px-1.5! outline-none!"
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

function TagChip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li className="flex min-h-8 max-w-full items-center rounded-full bg-surface-3 pl-3 text-text">
      <span className="wrap-anywhere">{name}</span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="grid size-8 shrink-0 place-items-center rounded-full text-dim transition-colors hover:text-text pointer-coarse:size-9"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  )
}
