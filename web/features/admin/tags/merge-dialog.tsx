import type { AdminTag } from '#contract/schemas/videos/tags'
import { tagLength, tagSlug } from '#contract/values/videos/tags'
import { TagSuggestions } from '#web/entities/video/tags/suggestions.tsx'
import { useTagSuggestions } from '#web/entities/video/tags/use-suggestions'
import { type Form, useForm } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useMergeTag } from './mutations'

interface Values {
  into: string
}

/** Asks for the tag that takes another one's place. */
export function MergeDialog({ tag, onClose }: { tag: AdminTag; onClose: () => void }) {
  const { slug, name } = tag
  const { mutate, isPending } = useMergeTag(slug)
  const form: Form<Values> = useForm<Values>(
    { into: '' },
    ({ into }) => ({
      into: (tagSlug(into) === '' && 'Enter a tag.') || (tagSlug(into) === slug && 'Choose another tag.'),
    }),
    ({ into }) => mutate(into, { onSuccess: onClose, onError: (refusal) => form.refuse(refusal) }),
  )
  const { field, list, onKey, close } = useTagSuggestions(form.values.into, [slug], (chosen) =>
    form.set('into', chosen),
  )
  return (
    <FormDialog
      title={`Merge “${name}”`}
      description="Its videos get the other tag, and its page leads there. Undoing the merge later doesn't change the videos back."
      form={form}
      submit={{ label: 'Merge', busy: 'Merging...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <Field label="Into" help="An existing tag." error={form.errors.into}>
        <div className="relative">
          <Input
            maxLength={tagLength.max}
            {...form.field('into')}
            {...field}
            onKeyDown={(event) => {
              if (onKey(event)) event.preventDefault()
            }}
            onBlur={close}
          />
          <TagSuggestions {...list} isInFlow />
        </div>
      </Field>
    </FormDialog>
  )
}
