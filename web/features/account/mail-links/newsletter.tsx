import { call, client } from '../../../lib/api'
import { paths } from '../../../lib/paths'
import { ButtonLink } from '../../../ui/button'
import { MailLink } from './mail-link'

const home = (
  <ButtonLink to={paths.home} variant="primary">
    Go to the home page
  </ButtonLink>
)

export function ConfirmNewsletter() {
  return (
    <MailLink
      title="Subscribe to our newsletter?"
      text="Confirm below if you requested this. Every email has a link to unsubscribe."
      act={['Subscribe', 'Subscribing...']}
      use={(token) => call(client.api.newsletter.confirm.$post({ json: { token } }))}
      done={() => ({
        title: "You're subscribed",
        text: 'Our next issue will be in your inbox.',
        next: home,
      })}
      renew={home}
    />
  )
}

export function Unsubscribe() {
  return (
    <MailLink
      title="Unsubscribe from our newsletter?"
      text="You won't get our newsletter any more. If you have an account, you'll still get emails about it and its payments."
      act={['Unsubscribe', 'Unsubscribing...']}
      use={(token) => call(client.api.newsletter.unsubscribe.$post({ query: { token } }))}
      done={() => ({
        title: "You're unsubscribed",
        text: "We've deleted your address from the list. You can subscribe again at the bottom of any page.",
        next: home,
      })}
      renew={home}
    />
  )
}
