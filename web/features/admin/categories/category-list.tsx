import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { Category } from '#contract/schemas/videos/categories'
import { uncategorizedId } from '#contract/values/videos/categories'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { CategoryRow } from './category-row'
import { useOrderCategories } from './mutations'

const EditDialog = lazyDialog(() => import('./edit-dialog'), 'EditDialog')
const DeleteCategoryDialog = lazyDialog(() => import('./delete-category-dialog'), 'DeleteCategoryDialog')

interface Opened {
  category: Category
  as: 'edit' | 'delete'
}

/** Lists the categories in the visitors' order, with Uncategorized last. */
export function CategoryList({ categories }: { categories: readonly Category[] }) {
  const { mutate: order } = useOrderCategories()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [moved, setMoved] = useState('')
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(opened !== null, region)
  /** The button that moved a row. */
  const mover = useRef<Element>(null)
  const movable = categories.filter(({ id }) => id !== uncategorizedId)

  // A row that is moved in the document loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the order
  useLayoutEffect(() => {
    const { current } = mover
    if (current instanceof HTMLElement && document.activeElement === document.body) current.focus()
    mover.current = null
  }, [categories])

  /** Returns a function that moves the row at `from`; null at an end. */
  function moveOf(from: number, to: number): (() => void) | null {
    const category = movable[from]
    const other = movable[to]
    if (!category || !other) return null
    return () => {
      mover.current = document.activeElement
      const ids = movable.map(({ id }) => id)
      ids[from] = other.id
      ids[to] = category.id
      order(ids)
      setMoved(`${category.name} is number ${to + 1} of ${movable.length} now.`)
    }
  }

  function open(category: Category, as: Opened['as']) {
    rememberOpener()
    setOpened({ category, as })
  }

  const dialog = opened && { category: opened.category, onClose: () => setOpened(null) }
  return (
    <section ref={region} tabIndex={-1} aria-label="Categories in order" className="grid grid-cols-1 gap-3">
      <ul className="grid grid-cols-1 gap-2">
        {[...movable, ...categories.filter(({ id }) => id === uncategorizedId)].map((category, index) => (
          <CategoryRow
            key={category.id}
            category={category}
            onUp={moveOf(index, index - 1)}
            onDown={moveOf(index, index + 1)}
            onEdit={() => open(category, 'edit')}
            onDelete={() => open(category, 'delete')}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <Suspense>
        {dialog && opened.as === 'edit' ? <EditDialog {...dialog} /> : null}
        {dialog && opened.as === 'delete' ? <DeleteCategoryDialog {...dialog} /> : null}
      </Suspense>
    </section>
  )
}
