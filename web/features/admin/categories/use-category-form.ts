import { type Form, useForm } from '#web/lib/form/use-form'
import type { CategoryValues } from './category-fields'

/** Returns a form that requires both name and slug. */
export function useCategoryForm(
  initial: CategoryValues,
  onValid: (values: CategoryValues) => void,
): Form<CategoryValues> {
  return useForm(
    initial,
    ({ name, slug }) => ({
      name: !name.trim() && 'Enter a name.',
      slug: !slug && 'Enter a slug.',
    }),
    ({ name, slug }) => onValid({ name: name.trim(), slug }),
  )
}
