import type { Category } from '#contract/schemas/videos/categories'
import { uncategorizedId } from '#contract/values/videos/categories'
import { paths } from '#web/lib/navigation/paths'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { CategoryFields } from './category-fields'
import { useUpdateCategory } from './mutations'
import { useCategoryForm } from './use-category-form'

export function EditDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const { id, name, slug } = category
  const { mutate, isPending } = useUpdateCategory(id)
  const form = useCategoryForm({ name, slug }, (values) =>
    mutate(values, { onSuccess: onClose, onError: (refusal) => form.refuse(refusal) }),
  )
  const isFixed = id === uncategorizedId
  return (
    <FormDialog
      title="Edit category"
      form={form}
      submit={{ label: 'Save', busy: 'Saving...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <CategoryFields
        form={form}
        fixedSlug={isFixed}
        slugHelp={
          isFixed
            ? "Videos from deleted categories move here, so its slug can't be changed."
            : `Links to ${paths.category(slug)} will show all categories once you change it.`
        }
      />
    </FormDialog>
  )
}
