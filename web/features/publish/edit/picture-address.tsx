import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { Form } from '../../../lib/use-form'
import { Button } from '../../../ui/button'
import { Field } from '../../../ui/form/field'
import { Input } from '../../../ui/form/input'
import type { EditValues } from './edit-values'

/** Takes the thumbnail from a URL, for those who have it there: the server fetches it when the form is saved. */
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
