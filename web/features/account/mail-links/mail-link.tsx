import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ApiError, errorDetail } from '#web/lib/api-error'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormPanel } from '#web/ui/form/form-panel.tsx'
import { LinkDead } from './link-dead'
import { LinkOutcome, type LinkOutcomeProps } from './link-outcome'
import { useLinkToken } from './use-link-token'

export interface MailLinkProps<Answer> {
  title: string
  /** Explains what the button does. */
  text: string
  /** The button's labels, idle and busy. */
  act: readonly [label: string, busyLabel: string]
  use: (token: string) => Promise<Answer>
  done: (answer: Answer) => LinkOutcomeProps
  /** Where to get another link. */
  renew: ReactNode
}

/** Renders the page that a link in an email opens: explains the link, and acts when the button is pressed. */
export function MailLink<Answer>(props: MailLinkProps<Answer>) {
  const token = useLinkToken()
  // Another link opened in the same tab starts over.
  return token === null ? <LinkDead missing {...props} /> : <OneLink key={token} token={token} {...props} />
}

function OneLink<Answer>(props: MailLinkProps<Answer> & { token: string }) {
  const { token, title, text, act, use, done, renew } = props
  const errorId = useId()
  const { mutate, data, status, error } = useMutation({ mutationFn: () => use(token) })
  if (status === 'success') return <LinkOutcome {...done(data)} />
  if (error instanceof ApiError && error.status === 404) return <LinkDead title={title} renew={renew} />
  const [label, busyLabel] = act
  return (
    <FormPanel title={title} subtitle={text}>
      <div className="grid gap-4">
        <Button
          variant="primary"
          size="lg"
          busy={status === 'pending'}
          aria-describedby={error ? errorId : undefined}
          onClick={() => mutate()}
        >
          {status === 'pending' ? busyLabel : label}
        </Button>
        {error ? (
          <div id={errorId}>
            <Alert tone="danger" title="That didn't work">
              {errorDetail(error)}
            </Alert>
          </div>
        ) : null}
      </div>
    </FormPanel>
  )
}
