import { type Form, useForm } from '../../../lib/use-form'
import type { CategoryValues } from './category-fields'

/** A form of name and slug, which asks for both. */
export function useCategoryForm(
  initial: CategoryValues,
  onValid: (values: CategoryValues) => void,
): Form<CategoryValues> {
  return useForm(
    initial,
    ({ name, slug }) => ({
      name: !name.trim() && 'Give it a name.',
      slug: !slug && 'Give it a slug.',
    }),
    ({ name, slug }) => onValid({ name: name.trim(), slug }),
  )
}
