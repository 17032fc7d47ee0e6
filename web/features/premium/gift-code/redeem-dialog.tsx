import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { giftCodeMessages, readGiftCode } from '#contract/values/payments/gift-codes'
import { giftName } from '#contract/values/payments/gifts'
import { refreshMembership, shopQuery } from '#web/entities/payment/payment-queries'
import { call, client } from '#web/lib/api'
import { useForm } from '#web/lib/form/use-form'
import { formatDate } from '#web/lib/format'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** Redeems a gift code. A mistyped code is refused before it is sent, since failed attempts are limited. */
export function RedeemDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const isEmpty = useQuery(shopQuery).data?.stock.videos === 0
  const { mutate, isPending, data } = useMutation({
    mutationFn: (code: string) => call(client.api.premium['gift-codes'].$post({ json: { code } })),
    onSuccess: () => refreshMembership(queryClient),
  })
  const form = useForm(
    { code: '' },
    ({ code }) => ({ code: readGiftCode(code) === null && giftCodeMessages.incomplete }),
    ({ code }) => mutate(code, { onError: (refusal) => form.refuse(refusal) }),
  )
  return (
    <FormDialog
      title="Redeem a gift code"
      description={`Its days start now, or when your current term ends. It costs nothing and doesn't renew.${isEmpty ? ' There are no premium videos to watch right now.' : ''}`}
      form={form}
      submit={{ label: 'Redeem code', busy: 'Redeeming...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
      done={
        data
          ? {
              title: 'Gift code redeemed',
              children: (
                <p className="pt-2 text-dim">
                  {giftName(data.days)}. Your premium is active until{' '}
                  <time dateTime={data.premiumUntil}>{formatDate(data.premiumUntil)}</time>.
                </p>
              ),
            }
          : null
      }
    >
      <Field label="Gift code" help="Capitals, spaces and hyphens don't matter." error={form.errors.code}>
        <Input
          data-autofocus
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono tabular-nums"
          {...form.field('code')}
        />
      </Field>
    </FormDialog>
  )
}
