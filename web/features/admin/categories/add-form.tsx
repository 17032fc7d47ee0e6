import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { CategoryFields } from './category-fields'
import { useCreateCategory } from './mutations'
import { useCategoryForm } from './use-category-form'

export function AddForm() {
  /** Counts additions, to give each fresh fields. */
  const [added, setAdded] = useState(0)
  return <Fields key={added} first={added === 0} onAdded={() => setAdded(added + 1)} />
}

function Fields({ first, onAdded }: { first: boolean; onAdded: () => void }) {
  const { mutate, isPending } = useCreateCategory()
  const form = useCategoryForm({ name: '', slug: '' }, (values) =>
    mutate(values, { onSuccess: onAdded, onError: (refusal) => form.refuse(refusal) }),
  )
  const { ref, values } = form

  // Additions often come in series.
  useEffect(() => {
    if (!first) ref.current?.querySelector('input')?.focus()
  }, [first, ref])

  function onSubmit(event: FormEvent) {
    form.onSubmit(event)
    if (values.name.trim() && values.slug) return
    errorToast('Missing Information', 'Please provide both a name and slug for the new category.')
  }

  return (
    <form
      ref={ref}
      noValidate
      onSubmit={onSubmit}
      className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <CategoryFields form={form} slugHelp="Used in the URL. Lowercase letters, digits and hyphens." />
      <Button type="submit" busy={isPending} className="h-11 justify-self-start sm:mt-7.25">
        {isPending ? null : <Plus aria-hidden="true" className="size-4" />}
        {isPending ? 'Adding...' : 'Add category'}
      </Button>
    </form>
  )
}
