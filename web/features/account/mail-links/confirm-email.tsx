import { useQueryClient } from '@tanstack/react-query'
import { call, client } from '../../../lib/api'
import { paths } from '../../../lib/paths'
import { ButtonLink } from '../../../ui/button'
import { MailLink } from './mail-link'
import { seeViewer } from './see-viewer'

/** Handles both links of a change of address, the old address's and the new one's. */
export function ConfirmEmail() {
  const queryClient = useQueryClient()
  return (
    <MailLink
      title="Change your email address"
      text="The address changes once both the old and the new one have confirmed it."
      act={['Confirm the Change', 'Confirming...']}
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
  text: 'Our mails go to the new address from now on.',
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
  text: 'Now open the link in the mail to the other address. Until then, nothing changes.',
  next: <ButtonLink to={paths.home}>Go to the home page</ButtonLink>,
}
