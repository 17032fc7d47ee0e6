import { useState } from 'react'
import { categoryNameLength, toSlug } from '#contract/values/videos/categories'
import type { Form } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

export interface CategoryValues {
  name: string
  slug: string
}

export interface CategoryFieldsProps {
  form: Form<CategoryValues>
  slugHelp: string
  /** The slug can't be changed. */
  fixedSlug?: boolean
}

/**
 * Renders name and slug. Invalid characters of a slug become hyphens while typing; an untouched slug follows
 * a new name.
 */
export function CategoryFields({ form, slugHelp, fixedSlug = false }: CategoryFieldsProps) {
  const { values, errors, field, set } = form
  const [typed, setTyped] = useState(values.slug)
  const follows = typed === '' && !fixedSlug
  return (
    <>
      <Field label="Name" error={errors.name}>
        <Input
          maxLength={categoryNameLength.max}
          autoComplete="off"
          {...field('name', (name) => {
            if (follows) set('slug', toSlug(name.trim()))
          })}
        />
      </Field>
      <Field label="Slug" help={slugHelp} error={errors.slug}>
        <Input
          name="slug"
          maxLength={categoryNameLength.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={fixedSlug}
          value={values.slug}
          onChange={({ target: { value } }) => {
            setTyped(value)
            set('slug', toSlug(value))
          }}
        />
      </Field>
    </>
  )
}
