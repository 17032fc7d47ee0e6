import { ArrowDown, ArrowUp, Pencil, Trash } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Category } from '#contract/schemas/videos/categories'
import { uncategorizedId } from '#contract/values/videos/categories'
import { paths } from '#web/lib/navigation/paths'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextLink } from '#web/ui/text/link.tsx'

export interface CategoryRowProps {
  category: Category
  /** Null at the end of the list. */
  onUp: (() => void) | null
  onDown: (() => void) | null
  onEdit: () => void
  onDelete: () => void
}

/** Renders a category. Alt and an arrow key on any of its buttons move it. */
export function CategoryRow({ category, onUp, onDown, onEdit, onDelete }: CategoryRowProps) {
  const { id, name, slug, videoCount } = category
  const isFixed = id === uncategorizedId

  function onKeyDown(event: KeyboardEvent) {
    const move = event.key === 'ArrowUp' ? onUp : event.key === 'ArrowDown' ? onDown : null
    if (!event.altKey || !move) return
    event.preventDefault()
    move()
  }

  return (
    <li
      onKeyDown={onKeyDown}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-line bg-surface-1 px-4 py-2"
    >
      <div className="min-w-40 flex-1">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="wrap-anywhere text-faint text-meta">
          <TextLink to={paths.category(slug)} className="text-dim">
            <span className="sr-only">Page of {name}: </span>
            {paths.category(slug)}
          </TextLink>
        </p>
      </div>
      <p className="w-32 text-dim text-meta tabular-nums sm:text-right">
        {videoCount} public {videoCount === 1 ? 'video' : 'videos'}
      </p>
      <div className="-mr-2 ml-auto flex">
        {isFixed ? null : (
          <>
            <IconButton
              label={`Move ${name} up`}
              whyNot={onUp ? null : 'Already first'}
              onClick={onUp ?? undefined}
            >
              <ArrowUp className="size-5" />
            </IconButton>
            <IconButton
              label={`Move ${name} down`}
              whyNot={onDown ? null : 'Already last'}
              onClick={onDown ?? undefined}
            >
              <ArrowDown className="size-5" />
            </IconButton>
          </>
        )}
        <IconButton label={`Edit ${name}`} onClick={onEdit}>
          <Pencil className="size-4.5" />
        </IconButton>
        {isFixed ? null : (
          <IconButton label={`Delete ${name}`} onClick={onDelete}>
            <Trash className="size-4.5" />
          </IconButton>
        )}
      </div>
    </li>
  )
}
