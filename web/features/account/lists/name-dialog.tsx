import type { VideoList } from '#contract/schemas/videos/lists'
import { toast } from '#web/ui/feedback/toast'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useCreateList, useUpdateList } from './mutations'
import { NameField, useNameForm } from './name-field'

/** Asks for the name of a new list. */
export function NewListDialog({ onClose }: { onClose: () => void }) {
  const { mutate: create, isPending } = useCreateList()
  const form = useNameForm('', (name) =>
    create(name, { onSuccess: onClose, onError: (error) => form.refuse(error) }),
  )
  return (
    <FormDialog
      title="New list"
      description="Only you can see it, until you share it."
      form={form}
      submit={{ label: 'Create list', busy: 'Creating...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <NameField form={form} label="Name" />
    </FormDialog>
  )
}

export function RenameListDialog({ list, onClose }: { list: VideoList; onClose: () => void }) {
  const { mutate: update, isPending } = useUpdateList(list.id)
  const form = useNameForm(list.name, (name) =>
    update(
      { name },
      {
        onSuccess: () => {
          toast({ title: 'List renamed' })
          onClose()
        },
        onError: (error) => form.refuse(error),
      },
    ),
  )
  return (
    <FormDialog
      title="Rename list"
      form={form}
      submit={{ label: 'Rename', busy: 'Renaming...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <NameField form={form} label="Name" />
    </FormDialog>
  )
}
