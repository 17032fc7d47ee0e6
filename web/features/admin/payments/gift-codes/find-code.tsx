import type { FoundGiftCode } from '#contract/schemas/payments/gift-codes'
import { giftCodeMessages, readGiftCode } from '#contract/values/payments/gift-codes'
import { giftName } from '#contract/values/payments/gifts'
import { useForm } from '#web/lib/form/use-form'
import { formatTime } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldError } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { type BatchState, lastDayOf, stateOf } from './batch-words'
import { useFindGiftCode } from './code-queries'

/** Looks up a code that a member asks about, and shows its state. */
export function FindCode({ now }: { now: number }) {
  const { mutate, isPending, data, reset } = useFindGiftCode()
  const form = useForm(
    { code: '' },
    ({ code }) => ({ code: readGiftCode(code) === null && giftCodeMessages.incomplete }),
    ({ code }) => mutate(code, { onError: (refusal) => form.refuse(refusal) }),
  )
  return (
    <section aria-label="Look up a code" className="grid rounded-card border border-line bg-surface-1 p-4">
      <form
        ref={form.ref}
        noValidate
        onSubmit={form.onSubmit}
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <Field
          label="Look up a code"
          help="Tells whether a code was redeemed, when, and by whom."
          error={form.errors.code}
        >
          <Input
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            className="font-mono tabular-nums"
            {...form.field('code', reset)}
          />
        </Field>
        <Button type="submit" busy={isPending} className="h-11 justify-self-start sm:mt-7.25">
          {isPending ? 'Looking up...' : 'Look up'}
        </Button>
      </form>
      <div role="alert" className={form.failure ? 'mt-3' : undefined}>
        <FieldError id="find-code-error">{form.failure ?? undefined}</FieldError>
      </div>
      <div role="status">{data ? <Found code={data} now={now} /> : null}</div>
    </section>
  )
}

function Found({ code: { batch, redeemed }, now }: { code: FoundGiftCode; now: number }) {
  return (
    <p className="wrap-anywhere mt-3">
      <span className="font-medium">{batch.name}</span>, {giftName(batch.days)}.{' '}
      {redeemed ? (
        <>
          Redeemed by{' '}
          <TextLink to={adminTab('users', { user: String(redeemed.member.id) })}>
            {redeemed.member.username}
          </TextLink>{' '}
          on <time dateTime={redeemed.at}>{formatTime(redeemed.at)}</time>.
        </>
      ) : (
        unused[stateOf(batch, now)](lastDayOf(batch))
      )}
    </p>
  )
}

const unused: Record<BatchState, (lastDay: string | null) => string> = {
  Active: (lastDay) =>
    lastDay === null
      ? 'Not redeemed yet. It can be redeemed.'
      : `Not redeemed yet. It can be redeemed until ${lastDay}.`,
  'Used up': () => 'Not redeemed yet.',
  Expired: (lastDay) => `Never redeemed. It expired after ${lastDay}.`,
  Revoked: () => 'Never redeemed. Its batch was revoked.',
}
