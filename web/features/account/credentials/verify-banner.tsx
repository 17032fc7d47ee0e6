import clsx from 'clsx'
import { Mail } from 'lucide-react'
import { useSendVerification } from '#web/entities/viewer/use-send-verification'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { Button } from '#web/ui/button.tsx'

/** Reminds viewers to confirm their address; renders nothing for anyone else. */
export function VerifyBanner({ className }: { className?: string }) {
  const { user } = useViewer()
  const { mutate, isPending, isSuccess } = useSendVerification()
  if (!user || user.emailVerified) return null
  return (
    <section
      aria-label="Confirm your email address"
      className={clsx(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface-1 px-4 py-3',
        className,
      )}
    >
      <div className="flex min-w-0 gap-3">
        <Mail aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-dim" />
        <div className="min-w-0">
          <p className="font-medium">Confirm your email address</p>
          <p className="wrap-anywhere text-dim text-meta">
            {isSuccess ? "We've sent a new link to " : 'Open the link we sent to '}
            {user.email}.
          </p>
        </div>
      </div>
      <Button className="max-sm:w-full" busy={isPending} onClick={() => mutate()}>
        {isPending ? 'Sending...' : 'Send again'}
      </Button>
    </section>
  )
}
