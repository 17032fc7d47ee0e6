import { useQuery } from '@tanstack/react-query'
import { descriptionLength, titleLength } from '#contract/values/shared/limits'
import type { PosterStyle } from '#contract/values/videos/video'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { TagField } from '#web/entities/video/tags/field.tsx'
import { useViewer } from '#web/entities/viewer/viewer-query'
import type { Form } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import type { VideoDetails } from '../draft/details'
import { VisibilityField, type VisibilityFieldProps } from './visibility-field'

interface FieldsProps {
  form: Form<VideoDetails>
}

/** Renders title, description, category and tags. */
export function DetailsFields({ form: { values, errors, field, set } }: FieldsProps) {
  const categories = useQuery(categoriesQuery)
  return (
    <div className="grid gap-5">
      <Field label="Title" error={errors.title} aside={`${values.title.length} / ${titleLength.max}`}>
        <Input {...field('title')} placeholder="Give your video a title" autoComplete="off" />
      </Field>
      <Field
        label="Description"
        help="Optional."
        error={errors.description}
        aside={`${values.description.length} / ${descriptionLength.max}`}
      >
        <Textarea {...field('description')} />
      </Field>
      <Field
        label="Category"
        error={errors.categoryId}
        help={categories.error ? "Couldn't load the categories. Reload the page to try again." : undefined}
      >
        {/* By hand: a select holds text, `categoryId` is a number. */}
        <Select
          name="categoryId"
          value={values.categoryId || ''}
          onChange={({ target }) => set('categoryId', Number(target.value))}
        >
          <option value="">Select a category</option>
          {categories.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <TagField value={values.tags} error={errors.tags} onChange={(names) => set('tags', names)} />
    </div>
  )
}

const styleHelp: Record<PosterStyle, string> = {
  clear: 'Everyone sees the thumbnail clearly, with a small lock.',
  blurred: 'Only premium members see it unblurred.',
}

/** Renders the switches and the visibility, for a form that has them. `link` is shown while it is unlisted. */
export function VisibilityFields({ form, link }: FieldsProps & Pick<VisibilityFieldProps, 'link'>) {
  const { values, field } = form
  const mayMark = useViewer().can('video.markPremium')
  return (
    <div className="grid gap-5">
      <Switch
        {...field('isPremium')}
        label="Premium Content"
        help={mayMark ? 'Only premium members can play it.' : 'Upgrade to premium to upload premium content'}
        // A lapsed member may still unset Premium, but not set it.
        disabled={!mayMark && !values.isPremium}
      />
      {values.isPremium ? (
        <Field label="Thumbnail for non-members" help={styleHelp[values.posterStyle]}>
          <Select {...field('posterStyle')}>
            <option value="clear">Clear</option>
            <option value="blurred">Softly blurred</option>
          </Select>
        </Field>
      ) : null}
      <VisibilityField form={form} link={link} />
      <Switch
        {...field('allowDownload')}
        label="Allow downloads"
        help={values.allowDownload ? 'Premium members can download it.' : "Viewers can't download it."}
      />
    </div>
  )
}
