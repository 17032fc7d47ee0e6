import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClosedList } from '../../../../contract/schemas/moderation/account-care'
import { call, client } from '../../../lib/api'
import { refreshAdmin } from '../../../lib/query/refresh-admin'
import { useForm } from '../../../lib/use-form'
import { toast } from '../../../ui/feedback/toast'
import { checkNote, DecisionDialog } from '../safety/decision-dialog'

/** Asks why a list whose link was closed may be shared again. */
export function ReopenListDialog({ list, onBack }: { list: ClosedList; onBack: () => void }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) =>
      call(client.api.admin.lists[':id'].reopen.$post({ param: { id: String(list.id) }, json: { note } })),
    onSettled: () => refreshAdmin(queryClient),
  })
  const form = useForm(
    { note: '' },
    ({ note }) => ({ note: checkNote(note) }),
    ({ note }) =>
      mutate(note.trim(), {
        onSuccess: () => {
          toast({ title: 'Sharing allowed again', description: "The list's owner will get an email." })
          onBack()
        },
        onError: (error) => form.refuse(error),
      }),
  )
  return (
    <DecisionDialog
      title="Allow sharing again?"
      description={`The owner can share “${list.name}” by a new link. The old link stays disabled.`}
      form={form}
      noteHelp="The list's owner reads this."
      submit={{ label: 'Allow sharing', busy: 'Saving...', variant: 'primary' }}
      cancel="Back"
      isPending={isPending}
      onClose={onBack}
    />
  )
}
