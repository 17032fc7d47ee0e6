import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { checkNote, DecisionDialog } from '#web/entities/case/decision-dialog.tsx'
import { sharedListQuery } from '#web/entities/list/list-queries'
import { call, client } from '#web/lib/api'
import { useForm } from '#web/lib/form/use-form'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { toast } from '#web/ui/feedback/toast'

/** Asks why a shared list's link is closed. */
export function CloseListDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) =>
      call(client.api.admin.lists[':key'].close.$post({ param: { key: link }, json: { note } })),
  })
  const form = useForm(
    { note: '' },
    ({ note }) => ({ note: checkNote(note) }),
    ({ note }) =>
      mutate(note.trim(), {
        onSuccess: ({ ownerId }) => {
          toast({
            title: 'Link closed',
            description: "Its owner will get an email. You can allow sharing again in the owner's account.",
            action: {
              label: 'Open account',
              act: () => navigate(adminTab('users', { user: String(ownerId) })),
            },
          })
          onClose()
          queryClient.setQueryData(sharedListQuery(link).queryKey, null)
        },
        onError: (error) => form.refuse(error),
      }),
  )
  return (
    <DecisionDialog
      title="Close this link?"
      description="The link will stop working, and the owner can't share this list until you allow it again."
      form={form}
      noteHelp="The list's owner reads this."
      submit={{ label: 'Close link', busy: 'Closing...', variant: 'danger' }}
      isPending={isPending}
      onClose={onClose}
    />
  )
}
