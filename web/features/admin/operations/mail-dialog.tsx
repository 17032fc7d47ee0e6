import type { AdminMail } from '#contract/schemas/site/operations'
import { formatTime } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { recipientText, subjectText } from './mail-words'
import { useRetryMail } from './mutations'

export interface MailDialogProps {
  mail: AdminMail
  onClose: () => void
}

/** Shows an email as it reads; an unsent one can be queued again. */
export function MailDialog({ mail, onClose }: MailDialogProps) {
  const { mutate, isPending } = useRetryMail()
  const { id, recipient, body, at, sentAt, nextAttemptAt, attempts, lastError } = mail
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isPending) onClose()
      }}
      title={subjectText(mail)}
      description={
        <>
          To <span className="wrap-anywhere">{recipientText(mail)}</span>, written{' '}
          <time dateTime={at}>{formatTime(at)}</time>
        </>
      }
      width="sm:max-w-2xl"
      footer={
        sentAt ? null : (
          <Button busy={isPending} onClick={() => mutate(id, { onSettled: onClose })}>
            {isPending ? 'Retrying...' : 'Retry now'}
          </Button>
        )
      }
    >
      <div className="grid gap-4 py-2">
        <p className="text-dim text-meta">
          {sentAt ? (
            <>
              Sent <time dateTime={sentAt}>{formatTime(sentAt)}</time>
            </>
          ) : nextAttemptAt ? (
            <>
              Next attempt <time dateTime={nextAttemptAt}>{formatTime(nextAttemptAt)}</time>
            </>
          ) : (
            'Gave up'
          )}
          , {attempts} {attempts === 1 ? 'try' : 'tries'} so far
        </p>
        {lastError && !sentAt ? (
          <Alert tone="warning" title="Last error">
            <span className="wrap-anywhere">{lastError}</span>
          </Alert>
        ) : null}
        {recipient === null ? (
          <p>Your role can't see who reports videos or asks for removals.</p>
        ) : body === null ? (
          <p>Only the recipient can read the text.</p>
        ) : (
          <pre className="wrap-anywhere whitespace-pre-wrap rounded-nav border border-line bg-bg p-3 font-sans">
            {body}
          </pre>
        )}
      </div>
    </Dialog>
  )
}
