import { useMutation, useQueryClient } from '@tanstack/react-query'
import { decisionLength, safetyMessages } from '../../../../contract/values/moderation/safety'
import { sharedListQuery } from '../../../entities/list/list-queries'
import { call, client } from '../../../lib/api'
import { useForm } from '../../../lib/use-form'
import { toast } from '../../../ui/feedback/toast'
import { Field } from '../../../ui/form/field'
import { FormDialog } from '../../../ui/form/form-dialog'
import { Textarea } from '../../../ui/form/textarea'

/** Asks why a shared list's link is closed. */
export function CloseListDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) =>
      call(client.api.admin.lists[':key'].close.$post({ param: { key: link }, json: { note } })),
  })
  const form = useForm(
    { note: '' },
    ({ note }) => ({ note: note.trim().length < decisionLength.min && safetyMessages.decisionMissing }),
    ({ note }) =>
      mutate(note.trim(), {
        onSuccess: () => {
          toast({ title: 'Link closed', description: 'Its owner will get an email.' })
          onClose()
          queryClient.setQueryData(sharedListQuery(link).queryKey, null)
        },
        onError: (error) => form.refuse(error),
      }),
  )
  return (
    <FormDialog
      title="Close this link?"
      description="The link will stop working, and the owner can't share this list again."
      form={form}
      submit={{ label: 'Close link', busy: 'Closing...', variant: 'danger' }}
      isPending={isPending}
      onClose={onClose}
    >
      <Field label="Reason" help="The list's owner reads this." error={form.errors.note}>
        <Textarea maxLength={decisionLength.max} {...form.field('note')} />
      </Field>
    </FormDialog>
  )
}
