import { useQueryClient } from '@tanstack/react-query'
import { call, client } from '#web/lib/api'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { MailLink } from './mail-link'
import { seeViewer } from './see-viewer'

/** Handles both links of a change of address, the old address's and the new one's. */
export function ConfirmEmail() {
  const queryClient = useQueryClient()
  return (
    <MailLink
      title="Change your email address"
      text="Your address changes once you've confirmed it from both the old and the new one."
      act={['Confirm change', 'Confirming...']}
      use={async (token) => {
        const answer = await call(client.api.auth['confirm-email'].$post({ json: { token } }))
        await seeViewer(queryClient)
        return answer
      }}
      done={({ changed }) => (changed ? changedOutcome : waitingOutcome)}
      renew={
        <ButtonLink to={paths.account} variant="primary">
          My Account
        </ButtonLink>
      }
    />
  )
}

const changedOutcome = {
  title: 'Email address changed',
  text: "We'll use your new address from now on.",
  next: (
    <>
      <ButtonLink to={paths.account} variant="primary">
        My Account
      </ButtonLink>
      <ButtonLink to={paths.home}>Go to the home page</ButtonLink>
    </>
  ),
}

const waitingOutcome = {
  title: 'Confirmed',
  text: 'Now open the link we sent to your other address. Nothing changes until you do.',
  next: <ButtonLink to={paths.home}>Go to the home page</ButtonLink>,
}
