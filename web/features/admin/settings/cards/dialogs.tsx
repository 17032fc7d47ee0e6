import type { CardRules } from '#contract/schemas/moderation/card-rules'
import { useForm } from '#web/lib/form/use-form'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useTurnCardsOff, useTurnCardsOn } from '../mutations'
import { cardConsequences } from './words'

/** Asks for the operator's word that they keep the records, with the numbers that it was given for. */
export function CardsOnDialog({ rules, onClose }: { rules: CardRules; onClose: () => void }) {
  const { mutate, isPending } = useTurnCardsOn()
  const form = useForm(
    { keepsRecords: false },
    ({ keepsRecords }) => ({ keepsRecords: !keepsRecords && 'Confirm that you keep these records.' }),
    () =>
      mutate(
        { unreviewed: rules.unreviewed, keepsRecords: true },
        {
          onSuccess: onClose,
          onError: (refusal) => {
            // The numbers may be others now.
            form.set('keepsRecords', false)
            form.refuse(refusal)
          },
        },
      ),
  )
  return (
    <FormDialog
      title="Turn on card payments?"
      form={form}
      submit={{ label: 'Turn on card payments', busy: 'Turning on...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-dim marker:text-faint">
        {cardConsequences(rules).map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <Checkbox
        label="I keep ID and proof of age of every uploader and of everyone who appears in a video, and the written consent of everyone who appears."
        error={form.errors.keepsRecords}
        {...form.field('keepsRecords')}
      />
    </FormDialog>
  )
}

export function CardsOffDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending } = useTurnCardsOff()
  return (
    <ConfirmDialog
      title="Turn off card payments?"
      description="No card is offered from now on. Trusted uploaders skip review again, and you can turn content approval off. Videos pending review stay pending."
      act={['Turn off card payments', 'Turning off...']}
      destructive
      busy={isPending}
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
