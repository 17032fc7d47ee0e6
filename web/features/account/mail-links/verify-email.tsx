import { useQueryClient } from '@tanstack/react-query'
import { useSendVerification } from '#web/entities/viewer/use-send-verification'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { call, client } from '#web/lib/api'
import { paths } from '#web/lib/navigation/paths'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { MailLink } from './mail-link'
import { seeViewer } from './see-viewer'

export function VerifyEmail() {
  const queryClient = useQueryClient()
  return (
    <MailLink
      title="Confirm your email address"
      text="Confirm your address so we know our emails reach you."
      act={['Confirm email', 'Confirming...']}
      use={async (token) => {
        await call(client.api.auth['verify-email'].$post({ json: { token } }))
        await seeViewer(queryClient)
      }}
      done={() => ({
        title: 'Email address confirmed',
        text: "Thanks. You're all set.",
        next: <NextPages />,
      })}
      renew={<SendAgain />}
    />
  )
}

function NextPages() {
  const { user } = useViewer()
  return (
    <>
      <ButtonLink to={paths.home} variant="primary">
        Go to the home page
      </ButtonLink>
      {user ? (
        <ButtonLink to={paths.account}>My Account</ButtonLink>
      ) : (
        <ButtonLink to={paths.signIn}>Sign In</ButtonLink>
      )}
    </>
  )
}

/** Signed-in viewers only: the account knows where to send another email. */
function SendAgain() {
  const { user } = useViewer()
  const { mutate, isPending } = useSendVerification()
  if (!user) {
    return (
      <ButtonLink to={paths.signIn} variant="primary">
        Sign in to get a new link
      </ButtonLink>
    )
  }
  if (user.emailVerified) {
    return (
      <>
        <p className="wrap-anywhere text-center text-dim">Your address {user.email} is already confirmed.</p>
        <ButtonLink to={paths.account}>My Account</ButtonLink>
      </>
    )
  }
  return (
    <Button variant="primary" busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Sending...' : 'Send a new link'}
    </Button>
  )
}
