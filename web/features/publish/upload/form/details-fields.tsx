import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext } from 'react-hook-form'
import { descriptionLength, titleLength } from '../../../../../contract/values/shared/limits'
import { categoriesQuery } from '../../../../entities/video/category-queries'
import { useViewer } from '../../../../entities/viewer/viewer-query'
import { Field } from '../../../../ui/form/field'
import { Input } from '../../../../ui/form/input'
import { Select } from '../../../../ui/form/select'
import { Switch } from '../../../../ui/form/switch'
import { Textarea } from '../../../../ui/form/textarea'
import type { VideoDetails } from './details'

/** Title, description and category, inside a FormProvider whose values have them. */
export function DetailsFields() {
  const { register, watch, formState } = useFormContext<VideoDetails>()
  const { errors } = formState
  const categories = useQuery(categoriesQuery)
  // Controlled, since its options may come after its value.
  const category = useController<VideoDetails, 'categoryId'>({ name: 'categoryId' }).field
  return (
    <div className="grid gap-5">
      <Field
        label="Title"
        error={errors.title?.message}
        aside={`${watch('title').length} / ${titleLength.max}`}
      >
        <Input {...register('title')} placeholder="What is it called?" autoComplete="off" />
      </Field>
      <Field
        label="Description"
        help="Optional."
        error={errors.description?.message}
        aside={`${watch('description').length} / ${descriptionLength.max}`}
      >
        <Textarea {...register('description')} />
      </Field>
      <Field
        label="Category"
        error={errors.categoryId?.message}
        help={
          categories.error ? 'The categories could not be loaded. Reload the page to try again.' : undefined
        }
      >
        <Select
          {...category}
          value={category.value || ''}
          onChange={({ target }) => category.onChange(Number(target.value))}
        >
          <option value="">Select a category</option>
          {categories.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

/** The switches, for a form that has them. */
export function VisibilityFields() {
  const { register, watch } = useFormContext<VideoDetails>()
  const mayMark = useViewer().can('video.markPremium')
  return (
    <div className="grid gap-5">
      <Switch
        {...register('isPremium')}
        label="Premium Content"
        help={mayMark ? 'Only premium members can play it.' : 'Upgrade to premium to upload premium content'}
        // A lapsed member may still take the mark away, but not set it.
        disabled={!mayMark && !watch('isPremium')}
      />
      <Switch
        {...register('isPublic')}
        label="Public Video"
        help={watch('isPublic') ? 'Everybody can find it.' : 'Only you can see it.'}
      />
      <Switch
        {...register('allowDownload')}
        label="Allow Download"
        help={watch('allowDownload') ? 'Premium members may download it.' : 'It can only be watched here.'}
      />
    </div>
  )
}
