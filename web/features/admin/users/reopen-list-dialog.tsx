import type { ClosedList } from '#contract/schemas/moderation/account-care'
import { checkNote, DecisionDialog } from '#web/entities/case/decision-dialog.tsx'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { reopenList, useCare } from './care-queries'

/** Asks why a list whose link was closed may be shared again. */
export function ReopenListDialog({ list, onBack }: { list: ClosedList; onBack: () => void }) {
  const { mutate, isPending } = useCare((note: string) => reopenList(list.id, note))
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
