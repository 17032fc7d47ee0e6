import type { Form } from '#web/lib/form/use-form'
import { Switch } from '#web/ui/form/switch.tsx'
import type { EditValues } from './edit-values'

/** Turns the comments of a video on or off, where the site has any. */
export function CommentsSwitch({ form: { values, field } }: { form: Form<EditValues> }) {
  return (
    <Switch
      {...field('allowComments')}
      label="Allow comments"
      help={values.allowComments ? 'Anyone with an account can comment.' : 'Existing comments are hidden.'}
    />
  )
}
