import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CorrectVideo } from '#contract/schemas/moderation/content'
import type { Video } from '#contract/schemas/videos/video'
import { decisionLength, safetyMessages } from '#contract/values/moderation/safety'
import { descriptionLength, titleLength } from '#contract/values/shared/limits'
import { videoMessages } from '#contract/values/videos/messages'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { TagField } from '#web/entities/video/tags/field.tsx'
import { type Faults, type Form, useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { useCorrectVideo } from './mutations'

export type CorrectedPictures = Pick<CorrectVideo, 'thumbnailFile' | 'blurredFile'>

export interface CorrectDialogProps {
  video: Video
  /** Chooses another thumbnail. */
  picture: ReactNode
  isPictureChanged: boolean
  /** Uploads it. Rejects with an error whose message is a sentence. */
  uploadPictures: () => Promise<CorrectedPictures>
  /** Changes the captions, each at once. */
  captions: ReactNode
  onClose: () => void
}

type Values = Pick<Video, 'title' | 'description' | 'categoryId'> & { tags: string[]; note: string }

/** Asks for corrections of a video, and for their reason; the uploader reads both. */
export function CorrectDialog(props: CorrectDialogProps) {
  const { video, picture, isPictureChanged, uploadPictures, captions, onClose } = props
  const { data: categories } = useQuery(categoriesQuery)
  const { mutate, isPending } = useCorrectVideo(video.id, uploadPictures)
  const { title, description, categoryId } = video
  const tags = video.tags?.map(({ name }) => name) ?? []
  const form: Form<Values> = useForm<Values>(
    { title, description, tags, categoryId, note: '' },
    check,
    (values) =>
      mutate(changesOf(values), {
        onSuccess: () => {
          toast({ title: 'Video corrected', description: `${video.uploader.username} will get an email.` })
          onClose()
        },
        onError: (refusal) => form.refuse(refusal),
      }),
  )

  function check(values: Values): Faults<Values> {
    const length = values.title.trim().length
    const isChanged = Object.keys(changesOf(values)).length > 1 || isPictureChanged
    return {
      title:
        (length < titleLength.min && videoMessages.titleShort) ||
        (length > titleLength.max && videoMessages.titleLong),
      description: values.description.trim().length > descriptionLength.max && videoMessages.descriptionLong,
      note:
        (values.note.trim().length < decisionLength.min && safetyMessages.decisionMissing) ||
        (!isChanged && 'Nothing above is changed yet.'),
    }
  }

  /** Returns only the changed values, so that two people don't undo each other's work. */
  function changesOf(values: Values): CorrectVideo {
    const typed = { title: values.title.trim(), description: values.description.trim() }
    return {
      note: values.note.trim(),
      ...(typed.title !== title && { title: typed.title }),
      ...(typed.description !== description && { description: typed.description }),
      ...(String(values.tags) !== String(tags) && { tags: values.tags }),
      ...(values.categoryId !== categoryId && { categoryId: values.categoryId }),
    }
  }

  return (
    <FormDialog
      title="Correct video"
      description={`${video.uploader.username} gets an email that says what was changed and why. Captions are saved at once, without a reason.`}
      form={form}
      submit={{ label: 'Save correction', busy: 'Saving...', variant: 'primary' }}
      isPending={isPending}
      width="sm:max-w-2xl"
      onClose={onClose}
    >
      <Field
        label="Title"
        error={form.errors.title}
        aside={`${form.values.title.length} / ${titleLength.max}`}
      >
        <Input {...form.field('title')} autoComplete="off" />
      </Field>
      <Field
        label="Description"
        help="Optional."
        error={form.errors.description}
        aside={`${form.values.description.length} / ${descriptionLength.max}`}
      >
        <Textarea {...form.field('description')} />
      </Field>
      <Field label="Category">
        <Select
          value={form.values.categoryId}
          onChange={({ target }) => form.set('categoryId', Number(target.value))}
        >
          {categories?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <TagField
        value={form.values.tags}
        error={form.errors.tags}
        onChange={(names) => form.set('tags', names)}
      />
      {picture}
      <Field label="Reason" help={`${video.uploader.username} reads this.`} error={form.errors.note}>
        <Textarea maxLength={decisionLength.max} {...form.field('note')} />
      </Field>
      {captions}
    </FormDialog>
  )
}
