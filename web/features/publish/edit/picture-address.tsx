import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { Form } from '#web/lib/form/use-form'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { EditValues } from './edit-values'

/** Takes the thumbnail from a URL: the server fetches it when the form is saved. */
export function PictureAddress({ form }: { form: Form<EditValues> }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button variant="ghost" className="-ml-3 justify-self-start" onClick={() => setIsOpen(true)}>
        <Link2 aria-hidden="true" className="size-4" />
        Use an image URL
      </Button>
    )
  }
  return (
    <Field
      label="Thumbnail URL"
      help="The image replaces the thumbnail when you save."
      error={form.errors.thumbnailUrl}
    >
      <Input
        {...form.field('thumbnailUrl')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://example.com/image.jpg"
      />
    </Field>
  )
}
