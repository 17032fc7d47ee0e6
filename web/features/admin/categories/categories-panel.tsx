import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { AddForm } from './add-form'
import { CategoryList } from './category-list'

/** Renders the Categories tab. */
export function CategoriesPanel() {
  const { data: categories, error, refetch } = useQuery(categoriesQuery)
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-8">
      <section aria-labelledby="add-category" className="grid gap-4">
        <h2 id="add-category" className="font-bold text-section">
          Add a category
        </h2>
        <AddForm />
      </section>
      <div className="grid grid-cols-1 gap-4">
        <div className="grid gap-1">
          <h2 className="font-bold text-section">All categories</h2>
          <p className="text-dim text-meta">
            Shown on the site in this order. Reorder with the arrows{' '}
            <span className="pointer-coarse:hidden">or Alt + arrow keys.</span>
          </p>
        </div>
        {error && !categories ? (
          <LoadError error={error} onRetry={refetch} />
        ) : categories ? (
          <CategoryList categories={categories} />
        ) : (
          <CardSkeletons label="Loading categories" className="h-16" />
        )}
      </div>
    </div>
  )
}
