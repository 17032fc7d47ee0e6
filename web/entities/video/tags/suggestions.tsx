import clsx from 'clsx'
import type { TagSuggestionsState } from './use-suggestions'

export interface TagSuggestionsProps extends TagSuggestionsState {
  /** Takes up room in the layout, for a box that would cut off an overlay. */
  isInFlow?: boolean
}

/** Lists suggested tags below their field, which keeps the focus. */
export function TagSuggestions({ id, tags, active, onChoose, isInFlow = false }: TagSuggestionsProps) {
  if (tags.length === 0) return null
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Suggested tags"
      className={clsx(
        'mt-1 overflow-hidden rounded-card border border-line bg-surface-1 py-1',
        !isInFlow && 'absolute top-full right-0 left-0 z-20 shadow-2xl',
      )}
    >
      {tags.map(({ slug, name }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field's own keys choose
        <div
          key={slug}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
          className="wrap-anywhere flex min-h-10 cursor-pointer items-center px-3.5 hover:bg-surface-2 aria-selected:bg-surface-2 pointer-coarse:min-h-11"
        >
          {name}
        </div>
      ))}
    </div>
  )
}
